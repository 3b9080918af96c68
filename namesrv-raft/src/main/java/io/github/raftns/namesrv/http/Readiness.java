package io.github.raftns.namesrv.http;

import java.util.Objects;

/**
 * Whether lookups are served, and why not.
 *
 * @param why empty when ready
 * @param role of the node in its cluster
 * @param leader id of the leader, empty when none is known
 */
public record Readiness(boolean ready, String why, String role, long term, String leader, long appliedIndex) {
    public Readiness {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(leader, "leader");
    }

    String toJson() {
        return "{\"ready\":" + ready + ",\"why\":\"" + escaped(why) + "\",\"role\":\"" + role + "\",\"term\":" + term
                + ",\"leader\":\"" + leader + "\",\"appliedIndex\":" + appliedIndex + "}";
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < 0x20) {
                escaped.append(String.format("\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
