package io.github.raftns.namesrv.node;

import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.WallClock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether a node that has not caught up since its start may serve what it knows, for want of a leader to catch up with (design
 * R5): once no leader has been in sight for a while, and if its state was up to date not too long ago. Asked again and again, on
 * the timer thread.
 */
final class StaleStart {
    private final OptionalLong upToDateAtMillis;
    private final Duration maxStaleness;
    private final Duration serveStaleFor;
    private final MonotonicClock clock;
    private final WallClock wall;
    private long inSightNanos;

    /** @param upToDateAtMillis last contact with a leader before this start, on the wall clock; empty when there was none */
    StaleStart(
            OptionalLong upToDateAtMillis,
            Duration maxStaleness,
            Duration serveStaleFor,
            MonotonicClock clock,
            WallClock wall) {
        this.upToDateAtMillis = upToDateAtMillis;
        this.maxStaleness = maxStaleness;
        this.serveStaleFor = serveStaleFor;
        this.clock = clock;
        this.wall = wall;
        this.inSightNanos = clock.nanoTime();
    }

    /** @param why why it may serve, or why it may not */
    record Verdict(boolean serve, String why) {}

    /** Empty while a leader is in sight, or was so recently that it may come back. */
    Optional<Verdict> look(boolean leaderInSight) {
        long now = clock.nanoTime();
        if (leaderInSight) {
            inSightNanos = now;
        }
        if (now - inSightNanos < maxStaleness.toNanos()) {
            return Optional.empty();
        }
        return Optional.of(judge());
    }

    private Verdict judge() {
        if (upToDateAtMillis.isEmpty()) {
            return new Verdict(false, "no leader is known, and none was ever heard");
        }
        long ageMillis = wall.millis() - upToDateAtMillis.getAsLong();
        if (ageMillis < 0) {
            return new Verdict(
                    false, "no leader is known, and the last was heard later than it is now: the clock was set back");
        }
        return new Verdict(
                ageMillis < serveStaleFor.toMillis(),
                "no leader is known, and the last was heard " + ageMillis + " ms ago");
    }
}
