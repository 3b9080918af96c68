package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.read.ReadNotPossible;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Those who wait until this node has applied an index. The apply thread tells how far it is; waiters are completed on the
 * completion thread. Any thread; never blocks but for the shortest of locks.
 */
final class AppliedIndexes {
    private final Executor completion;
    private final Timers timers;
    private final int waitersMax;
    private final PriorityQueue<Waiter> waiters =
            new PriorityQueue<>(Comparator.comparing(Waiter::index)); // guarded by it
    private volatile LogIndex applied = LogIndex.NONE;

    AppliedIndexes(Executor completion, Timers timers, int waitersMax) {
        this.completion = completion;
        this.timers = timers;
        this.waitersMax = waitersMax;
    }

    private record Waiter(LogIndex index, CompletableFuture<Void> passed) {}

    /** The apply thread has come to this index, and listeners know. */
    void advance(LogIndex index) {
        applied = index;
        serve(index);
    }

    /** How far the state is, as the listener knows it. */
    LogIndex applied() {
        return applied;
    }

    private void serve(LogIndex index) {
        List<Waiter> served = new ArrayList<>();
        synchronized (waiters) {
            while (!waiters.isEmpty() && waiters.peek().index().compareTo(index) <= 0) {
                served.add(waiters.poll());
            }
        }
        if (!served.isEmpty()) {
            completion.execute(() -> served.forEach(waiter -> waiter.passed().complete(null)));
        }
    }

    CompletionStage<Void> await(LogIndex index, Duration timeout) {
        if (applied.compareTo(index) >= 0) {
            return CompletableFuture.completedFuture(null);
        }
        Waiter waiter = new Waiter(index, new CompletableFuture<>());
        synchronized (waiters) {
            if (waiters.size() >= waitersMax) {
                return CompletableFuture.failedFuture(new ReadNotPossible("too many reads wait for an index"));
            }
            waiters.add(waiter);
        }
        Timers.Timer timer = timers.after(timeout, () -> expire(waiter));
        CompletionStage<Void> passed = waiter.passed().whenComplete((none, late) -> timer.cancel());
        if (applied.compareTo(index) >= 0) {
            serve(applied); // it came to be applied between the first look and the entry into the queue
        }
        return passed;
    }

    private void expire(Waiter waiter) {
        synchronized (waiters) {
            waiters.remove(waiter);
        }
        completion.execute(() -> waiter.passed()
                .completeExceptionally(new ReadNotPossible(
                        "index " + waiter.index() + " was not applied in time; this node is at " + applied)));
    }
}
