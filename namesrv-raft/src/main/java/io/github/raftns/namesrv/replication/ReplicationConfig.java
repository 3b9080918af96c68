package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.leadership.Member;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * One node's part in its cluster.
 *
 * @param cluster part of the Raft group's name, so that nodes of two clusters never vote together
 * @param self this node
 * @param members all nodes, this one included
 * @param joining true for a node with an empty directory that is to be added to a running group: it starts without a
 *     configuration and gets it from the leader. A founder that lost its directory has forgotten its votes and must join too.
 * @param dataDirectory holds {@code raft/log}, {@code raft/meta}, {@code raft/snapshot} and {@code state}, on one file system
 */
public record ReplicationConfig(
        UUID cluster,
        Member self,
        List<Member> members,
        boolean joining,
        Path dataDirectory,
        ReplicationTiming timing,
        ReplicationLimits limits) {
    /** @throws IllegalArgumentException when this node is not among the members, or an id or Raft address is there twice */
    public ReplicationConfig {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(self, "self");
        Objects.requireNonNull(dataDirectory, "dataDirectory");
        Objects.requireNonNull(timing, "timing");
        Objects.requireNonNull(limits, "limits");
        members = List.copyOf(members);
        if (!members.contains(self)) {
            throw new IllegalArgumentException("node " + self.id() + " is not among the members");
        }
        if (members.stream().map(Member::id).distinct().count() < members.size()) {
            throw new IllegalArgumentException("two members have one id");
        }
        if (members.stream().map(Member::raft).distinct().count() < members.size()) {
            throw new IllegalArgumentException("two members have one Raft address");
        }
    }

    String group() {
        return "raftns-" + cluster;
    }

    Path logDirectory() {
        return dataDirectory.resolve("raft").resolve("log");
    }

    Path metaDirectory() {
        return dataDirectory.resolve("raft").resolve("meta");
    }

    Path snapshotDirectory() {
        return dataDirectory.resolve("raft").resolve("snapshot");
    }

    Path stateDirectory() {
        return dataDirectory.resolve("state");
    }
}
