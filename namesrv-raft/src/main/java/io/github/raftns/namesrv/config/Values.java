package io.github.raftns.namesrv.config;

import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/** The forms that values of the configuration file can have. Every reader throws {@link IllegalArgumentException}. */
final class Values {
    static final String PORT = "a port number, 1 to 65535";
    static final String OPTIONAL_PORT = "a port number, 1 to 65535, or 0 for none";
    static final String DURATION = "a duration: a number and ms, s, m or h, like 500ms or 10s, up to 8760h";
    static final String SIZE = "a size in bytes, with k, m or g if you like, like 64m, from 64k to 1g";
    static final String MEMBERS = "id=host:remotingPort:raftPort, separated by commas, an odd number of nodes";

    /** A year: longer than anybody waits, short enough for every unit that a duration is counted in. */
    static final Duration DURATION_MAX = Duration.ofDays(365);

    private Values() {}

    /** An IPv6 address may stand in brackets, as in {@code raft.peers}. */
    static String address(String text) {
        return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    }

    static int port(String text) {
        int port = optionalPort(text);
        if (port == 0) {
            throw new IllegalArgumentException(text);
        }
        return port;
    }

    static int optionalPort(String text) {
        int port = Integer.parseInt(text);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(text);
        }
        return port;
    }

    static Duration duration(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        int digits = 0;
        while (digits < lower.length() && Character.isDigit(lower.charAt(digits))) {
            digits++;
        }
        long amount = Long.parseLong(lower.substring(0, digits));
        Duration duration =
                switch (lower.substring(digits).trim()) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    default -> throw new IllegalArgumentException(text);
                };
        if (duration.compareTo(DURATION_MAX) > 0) {
            throw new IllegalArgumentException(text);
        }
        return duration;
    }

    static Duration positiveDuration(String text) {
        Duration duration = duration(text);
        if (duration.isZero()) {
            throw new IllegalArgumentException(text);
        }
        return duration;
    }

    static int size(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        long unit =
                switch (lower.isEmpty() ? ' ' : lower.charAt(lower.length() - 1)) {
                    case 'k' -> 1L << 10;
                    case 'm' -> 1L << 20;
                    case 'g' -> 1L << 30;
                    default -> 1;
                };
        long amount = Long.parseLong(unit == 1 ? lower : lower.substring(0, lower.length() - 1));
        long bytes = Math.multiplyExact(amount, unit);
        if (bytes < 64L << 10 || bytes > 1L << 30) {
            throw new IllegalArgumentException(text);
        }
        return (int) bytes;
    }

    static UUID uuid(String text) {
        UUID uuid = UUID.fromString(text);
        if (!uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
        return uuid;
    }

    static List<Member> members(String text) {
        List<Member> members = new ArrayList<>();
        Set<NodeId> ids = new HashSet<>();
        Set<HostPort> addresses = new HashSet<>();
        for (String part : text.split(",", -1)) {
            Member member = member(part.trim());
            if (!ids.add(member.id())) {
                throw new IllegalArgumentException("id " + member.id() + " occurs twice");
            }
            if (!addresses.add(member.remoting()) || !addresses.add(member.raft())) {
                throw new IllegalArgumentException("an address of node " + member.id() + " occurs twice");
            }
            members.add(member);
        }
        return Collections.unmodifiableList(members);
    }

    private static Member member(String text) {
        int equals = text.indexOf('=');
        int lastColon = text.lastIndexOf(':');
        int portColon = lastColon < 0 ? -1 : text.lastIndexOf(':', lastColon - 1);
        if (equals <= 0 || portColon < equals) {
            throw new IllegalArgumentException("'" + text + "'");
        }
        HostPort remoting = HostPort.parse(text.substring(equals + 1, lastColon));
        int raftPort = port(text.substring(lastColon + 1));
        return new Member(new NodeId(text.substring(0, equals)), remoting, new HostPort(remoting.host(), raftPort));
    }
}
