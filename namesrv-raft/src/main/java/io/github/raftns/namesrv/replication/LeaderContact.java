package io.github.raftns.namesrv.replication;

import io.github.raftns.rpc.time.MonotonicClock;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How long ago this node last exchanged messages with a leader, both ways. A leader is its own; a follower counts from the sending
 * of the last report that a leader accepted. Any thread.
 */
public final class LeaderContact {
    private final MonotonicClock clock;
    private final BooleanSupplier leading;
    private volatile Contact last = Contact.NEVER;

    LeaderContact(MonotonicClock clock, BooleanSupplier leading) {
        this.clock = clock;
        this.leading = leading;
    }

    /** Empty when there was none since start. */
    public OptionalLong ageMillis() {
        if (leading.getAsBoolean()) {
            last = new Contact(true, clock.nanoTime());
            return OptionalLong.of(0);
        }
        Contact known = last;
        return known.happened()
                ? OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(Math.max(0, clock.nanoTime() - known.atNanos())))
                : OptionalLong.empty();
    }

    /** To be asked for before a report is sent. */
    long now() {
        return clock.nanoTime();
    }

    /** @param sentNanos what {@link #now} said before the report that was accepted */
    void accepted(long sentNanos) {
        last = new Contact(true, sentNanos);
    }

    private record Contact(boolean happened, long atNanos) {
        static final Contact NEVER = new Contact(false, 0);
    }
}
