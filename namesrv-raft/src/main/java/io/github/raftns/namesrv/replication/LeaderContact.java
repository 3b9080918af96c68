package io.github.raftns.namesrv.replication;

import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.MonotonicClock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How long ago this node exchanged messages with a leader, both ways, and knows that its state has all that the leader's had then
 * (design R5). A follower counts from the sending of a report that a leader accepted, but only once it has applied what that
 * leader had applied: one that hears its leader and lags behind it is as stale as one that hears nobody. A leader counts from
 * the start of its last successful read index: one that was frozen, and still believes that it leads, is as old as it is. Any
 * thread.
 */
public final class LeaderContact {
    private final MonotonicClock clock;
    private final BooleanSupplier leading;
    private final Supplier<LogIndex> applied;
    private final Duration leaderPatience;
    private final AtomicReference<Contact> last = new AtomicReference<>(Contact.NEVER);

    /**
     * @param leading whether this node leads and has applied what its predecessors committed
     * @param applied how far this node's view is
     * @param leaderPatience how old a leader's proof of its leadership may be to count as none
     */
    LeaderContact(MonotonicClock clock, BooleanSupplier leading, Supplier<LogIndex> applied, Duration leaderPatience) {
        this.clock = clock;
        this.leading = leading;
        this.applied = applied;
        this.leaderPatience = leaderPatience;
    }

    /** Empty when there was none since start; 0 on a leader that has lately proven that it leads. */
    public OptionalLong ageMillis() {
        LogIndex reached = applied.get();
        Contact known = last.updateAndGet(contact -> contact.at(reached));
        if (!known.happened()) {
            return OptionalLong.empty();
        }
        long age = TimeUnit.NANOSECONDS.toMillis(Math.max(0, clock.nanoTime() - known.atNanos()));
        return OptionalLong.of(age <= leaderPatience.toMillis() && leading.getAsBoolean() ? 0 : age);
    }

    /**
     * This node has all that was committed at some moment after this.
     *
     * @param askedNanos what {@link #now} said before the read index was asked for
     */
    void confirmed(long askedNanos) {
        last.updateAndGet(contact -> contact.happened() && contact.atNanos() - askedNanos > 0
                ? contact
                : new Contact(true, askedNanos, null));
    }

    /** To be asked for before a report is sent, or a read index asked for. */
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
