package io.github.raftns.namesrv.replication;

import java.time.Duration;

/**
 * The waits of replication.
 *
 * @param electionTimeout silence of the leader after which a follower stands for election
 * @param electionDelayMax the random part on top of it
 * @param connectTimeout of a connection to a peer; JRaft connects under its write lock, so it must be a fraction of the election
 *     timeout, or one unreachable host delays elections by minutes
 * @param rpcTimeout of a message to a peer
 * @param proposalTimeout after which the fate of a proposal is called unknown
 * @param stallPatience how long a leader may apply nothing while proposals wait
 * @param snapshotInterval between snapshots taken by the clock
 */
public record ReplicationTiming(
        Duration electionTimeout,
        Duration electionDelayMax,
        Duration connectTimeout,
        Duration rpcTimeout,
        Duration proposalTimeout,
        Duration stallPatience,
        Duration snapshotInterval) {
    public static final ReplicationTiming DEFAULT = electing(Duration.ofSeconds(1));

    /** @throws IllegalArgumentException naming the first wait that makes no sense */
    public ReplicationTiming {
        positive("electionTimeout", electionTimeout);
        positive("electionDelayMax", electionDelayMax);
        positive("connectTimeout", connectTimeout);
        positive("rpcTimeout", rpcTimeout);
        positive("proposalTimeout", proposalTimeout);
        positive("stallPatience", stallPatience);
        positive("snapshotInterval", snapshotInterval);
        if (connectTimeout.multipliedBy(5).compareTo(electionTimeout) > 0) {
            throw new IllegalArgumentException(
                    "connectTimeout " + connectTimeout + " is more than a fifth of electionTimeout " + electionTimeout);
        }
        if (snapshotInterval.toSeconds() < 1) {
            throw new IllegalArgumentException("snapshotInterval " + snapshotInterval + " is less than a second");
        }
    }

    /** All waits in proportion to an election timeout. */
    public static ReplicationTiming electing(Duration electionTimeout) {
        return new ReplicationTiming(
                electionTimeout,
                electionTimeout.dividedBy(2),
                electionTimeout.dividedBy(5),
                electionTimeout.multipliedBy(3),
                electionTimeout.multipliedBy(5),
                electionTimeout.multipliedBy(2),
                Duration.ofMinutes(20));
    }

    public ReplicationTiming withSnapshotInterval(Duration interval) {
        return new ReplicationTiming(
                electionTimeout,
                electionDelayMax,
                connectTimeout,
                rpcTimeout,
                proposalTimeout,
                stallPatience,
                interval);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.toMillis() == 0) {
            throw new IllegalArgumentException(name + " " + value + " is less than a millisecond");
        }
    }
}
