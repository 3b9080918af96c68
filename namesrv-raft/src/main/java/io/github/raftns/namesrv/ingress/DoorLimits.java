package io.github.raftns.namesrv.ingress;

import java.time.Duration;

/**
 * What the handlers go by.
 *
 * @param maxStaleness a node that has heard no leader for longer is not sure that a topic it does not know does not exist (R5)
 * @param unknownTopicHold how long a lookup of such a topic is held before its connection is closed; below the 3 s a client waits
 * @param renewalFreshness on a node whose state is known to be no more than this behind a leader's, a registration that adds
 *     nothing is a renewal; on another one the leader says so (design D8)
 * @param knownRegistrations fingerprints kept of all brokers together
 */
public record DoorLimits(
        Duration maxStaleness, Duration unknownTopicHold, Duration renewalFreshness, int knownRegistrations) {
    public static final DoorLimits DEFAULT =
            new DoorLimits(Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(1), 262_144);
}
