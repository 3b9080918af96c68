package io.github.raftns.namesrv.liveness;

import java.time.Duration;

/**
 * The times of liveness.
 *
 * @param timeout how long a broker that announces no timeout may be silent
 * @param tick how often leases are judged and reports sent
 * @param verdictDelay how long a verdict waits after a lease ran out, so that the reports of every reachable node about the
 *     time before have come in (design D13); two ticks
 * @param pauseMin a tick later than this counts as a pause of this node (design A7)
 * @param reportTimeout how long the leader's answer to a report is awaited
 */
public record LivenessLimits(
        Duration timeout, Duration tick, Duration verdictDelay, Duration pauseMin, Duration reportTimeout) {
    public static final LivenessLimits DEFAULT = new LivenessLimits(
            Duration.ofSeconds(120),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));

    public LivenessLimits {
        if (!isPositive(timeout) || !isPositive(tick) || !isPositive(pauseMin) || !isPositive(reportTimeout)) {
            throw new IllegalArgumentException("every time of liveness must be positive");
        }
        if (verdictDelay.isNegative()) {
            throw new IllegalArgumentException("verdictDelay is negative: " + verdictDelay);
        }
    }

    private static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }
}
