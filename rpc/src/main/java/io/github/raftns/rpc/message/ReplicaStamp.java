package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import java.util.Objects;

/**
 * Where in the replicated history an answer was given (design R3).
 *
 * @param node id of the answering node
 * @param leader {@code id@host:port} of the leader's remoting address, empty when none is known
 * @param leaderAgeMillis since the node last exchanged messages with a leader; 0 on the leader, -1 when it never did
 */
public record ReplicaStamp(LogIndex index, Term term, String node, String leader, long leaderAgeMillis) {
    public ReplicaStamp {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(leader, "leader");
    }
}
