package io.github.raftns.namesrv.ingress;

import java.time.Duration;

/**
 * The times of a change on its way.
 *
 * @param registrationHold how long a registration is held through an election before it fails (design W4); below the 6 s that
 *     a 4.9 broker waits
 * @param goodbyeHold the same for goodbyes, whose senders wait 3 s
 * @param nativeHold the same for native requests
 * @param attempt how long one try of an intent that may be asked again waits for the leader's word
 * @param retry how soon a held intent is tried again if no change of leadership wakes it
 */
public record SubmitLimits(
        Duration registrationHold, Duration goodbyeHold, Duration nativeHold, Duration attempt, Duration retry) {
    public static final SubmitLimits DEFAULT = new SubmitLimits(
            Duration.ofSeconds(5),
            Duration.ofMillis(2_500),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofMillis(100));
}
