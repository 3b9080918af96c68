package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.LogIndex;
import java.util.Objects;

/**
 * The row of one broker name. It exists while the name has members, tombstones or a mask.
 *
 * @param cluster that of the first member; it stays when members of another cluster join, as in stock
 * @param revision index of the last entry that changed any row of this name; the base of differences (design D7)
 * @param mask null when write permission is as reported
 */
public record GroupRecord(BrokerName name, ClusterName cluster, LogIndex revision, Mask mask) {
    public GroupRecord {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(revision, "revision");
    }

    /**
     * Write permission is wiped for all topics of the name (design D14).
     *
     * @param since index of the entry that wiped it
     * @param sinceMillis wall clock of the leader then, for people
     */
    public record Mask(LogIndex since, long sinceMillis) {
        public Mask {
            Objects.requireNonNull(since, "since");
        }
    }
}
