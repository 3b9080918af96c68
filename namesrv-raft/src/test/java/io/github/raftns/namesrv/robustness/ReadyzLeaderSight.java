package io.github.raftns.namesrv.robustness;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the member {@code leader}, a node id, of the JSON a node's readiness endpoint answers. */
final class ReadyzLeaderSight implements LeaderSight {
    private static final Pattern LEADER = Pattern.compile("\"leader\"\\s*:\\s*\"?(\\d+)");

    @Override
    public OptionalInt leaderSeenBy(RaftnsNode node) throws InterruptedException {
        Optional<HttpResponse<String>> answer = node.readyz();
        if (answer.isEmpty()) {
            return OptionalInt.empty();
        }
        Matcher leader = LEADER.matcher(answer.get().body());
        return leader.find() ? OptionalInt.of(Integer.parseInt(leader.group(1))) : OptionalInt.empty();
    }
}
