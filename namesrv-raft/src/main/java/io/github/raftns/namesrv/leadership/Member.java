package io.github.raftns.namesrv.leadership;

import io.github.raftns.rpc.model.HostPort;
import java.util.Objects;

/**
 * One node of the cluster as configured.
 *
 * @param remoting where it serves brokers and clients
 * @param raft where it speaks with its peers
 */
public record Member(NodeId id, HostPort remoting, HostPort raft) {
    public Member {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(remoting, "remoting");
        Objects.requireNonNull(raft, "raft");
    }
}
