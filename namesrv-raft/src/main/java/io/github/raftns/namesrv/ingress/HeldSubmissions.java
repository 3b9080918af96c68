package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Submissions waiting for their next try. One timer serves them all, however many an election holds up. Any thread: a submission
 * is woken by whoever takes it out of the set.
 */
final class HeldSubmissions {
    private final Timers timers;
    private final Executor workers;
    private final Duration retry;
    private final BooleanSupplier somebodyLeads;
    private final Set<Submission> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean armed = new AtomicBoolean();

    HeldSubmissions(Timers timers, Executor workers, Duration retry, BooleanSupplier somebodyLeads) {
        this.timers = timers;
        this.workers = workers;
        this.retry = retry;
        this.somebodyLeads = somebodyLeads;
    }

    void hold(Submission submission) {
        waiting.add(submission);
        arm();
    }

    private void arm() {
        if (armed.compareAndSet(false, true)) {
            timers.after(retry, this::retryIsDue);
        }
    }

    private void retryIsDue() {
        armed.set(false);
        if (somebodyLeads.getAsBoolean()) {
            wakeAll();
        } else if (!waiting.isEmpty()) {
            arm(); // nobody to go to yet; spares thousands of vain tries during an election
        }
    }

    /** One whose time is up needs no waking any more. */
    void release(Submission submission) {
        waiting.remove(submission);
    }

    /** The next try runs on a worker: it may judge a whole topic table, and the caller is a thread that must not wait. */
    void wakeAll() {
        List<Submission> woken = new ArrayList<>(waiting);
        woken.removeIf(submission -> !waiting.remove(submission));
        for (Submission submission : woken) {
            try {
                workers.execute(submission::attempt);
            } catch (RejectedExecutionException full) {
                hold(submission); // there is still time; its deadline has a timer of its own
            }
        }
    }
}
