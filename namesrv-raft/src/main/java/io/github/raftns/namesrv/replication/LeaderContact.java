package io.github.raftns.namesrv.replication;

import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.MonotonicClock;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How long ago this node exchanged messages with a leader, both ways, and knows that its state has all that the leader's had then.
 * A leader is its own; a follower counts from the sending of a report that a leader accepted, but only once it has applied
 * what that leader had applied: one that hears its leader and lags behind it is as stale as one that hears nobody
 * (design R5). Any thread.
 */
public final class LeaderContact {
    private final MonotonicClock clock;
    private final BooleanSupplier leading;
    private final Supplier<LogIndex> applied;
    private final AtomicReference<Contact> last = new AtomicReference<>(Contact.NEVER);

    /**
     * @param leading whether this node leads and has applied what its predecessors committed
     * @param applied how far this node's view is
     */
    LeaderContact(MonotonicClock clock, BooleanSupplier leading, Supplier<LogIndex> applied) {
        this.clock = clock;
        this.leading = leading;
        this.applied = applied;
    }

    /** Empty when there was none since start. */
    public OptionalLong ageMillis() {
        if (leading.getAsBoolean()) {
            last.set(new Contact(true, clock.nanoTime(), null));
            return OptionalLong.of(0);
        }
        LogIndex reached = applied.get();
        Contact known = last.updateAndGet(contact -> contact.at(reached));
        return known.happened()
                ? OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(Math.max(0, clock.nanoTime() - known.atNanos())))
                : OptionalLong.empty();
    }

    /** To be asked for before a report is sent. */
    long now() {
        return clock.nanoTime();
    }

    /**
     * @param sentNanos what {@link #now} said before the report that was accepted
     * @param leaderIndex what the leader had applied
     */
    void accepted(long sentNanos, LogIndex leaderIndex) {
        LogIndex reached = applied.get();
        last.updateAndGet(contact -> contact.at(reached).hearing(new Word(sentNanos, leaderIndex), reached));
    }

    /** What a leader said of itself. */
    private record Word(long sentNanos, LogIndex index) {}

    /** @param ahead the oldest word of a leader that this node has not come up with yet, or null */
    private record Contact(boolean happened, long atNanos, Word ahead) {
        static final Contact NEVER = new Contact(false, 0, null);

        Contact at(LogIndex reached) {
            return ahead != null && reached.compareTo(ahead.index()) >= 0
                    ? new Contact(true, ahead.sentNanos(), null)
                    : this;
        }

        Contact hearing(Word word, LogIndex reached) {
            if (reached.compareTo(word.index()) >= 0) {
                return new Contact(true, word.sentNanos(), null);
            }
            return ahead == null ? new Contact(happened, atNanos, word) : this;
        }
    }
}
