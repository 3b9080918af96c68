package io.github.raftns.namesrv.liveness;

/**
 * What a node can say of one broker's liveness, for people.
 *
 * @param leaseLeftMillis on the leader, never below 0; -1 elsewhere
 * @param heardAgeMillis since this node (on the leader: any node) last heard from it; -1 = never
 * @param heardBy id of the node that heard it, empty when never
 */
public record BrokerLiveness(long leaseLeftMillis, long heardAgeMillis, String heardBy) {}
