package io.github.raftns.namesrv.robustness;

import java.util.OptionalInt;

/** How a test learns whom a node takes for the leader. */
interface LeaderSight {
    /** The leader's id, or empty when the node does not know one or does not answer. */
    OptionalInt leaderSeenBy(RaftnsNode node) throws InterruptedException;
}
