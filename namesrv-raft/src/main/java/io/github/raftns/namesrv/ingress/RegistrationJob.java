package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One registration on the leader's desk, and how far it has come. Its mutable part belongs to whoever works on it: one worker
 * or one completion at a time, each handing it to the next.
 */
final class RegistrationJob {
    /** How often a moved base is answered with a new difference before the table goes whole (design D7). */
    private static final int RECOMPUTED_MAX = 3;

    private final Registration registration;
    private final CompletableFuture<Outcome> result = new CompletableFuture<>();

    private final AtomicBoolean finished = new AtomicBoolean();

    private int moved;
    private int wholeSent;
    private LogIndex applied = LogIndex.NONE;

    RegistrationJob(Registration registration) {
        this.registration = registration;
    }

    Registration registration() {
        return registration;
    }

    CompletableFuture<Outcome> result() {
        return result;
    }

    /** Whether the caller is the one to finish it. */
    boolean claimFinish() {
        return finished.compareAndSet(false, true);
    }

    void baseMoved() {
        moved++;
    }

    /** Whether differences were refused so often that the table goes whole, without a base. */
    boolean goesWhole() {
        return moved > RECOMPUTED_MAX;
    }

    /** Of a table that goes whole: how many topics have gone. */
    int wholeSent() {
        return wholeSent;
    }

    void partApplied(LogIndex index, int topics) {
        applied = index;
        if (goesWhole()) {
            wholeSent += topics;
        }
    }

    /** Index of the last part applied, NONE before one. */
    LogIndex applied() {
        return applied;
    }
}
