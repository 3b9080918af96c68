package io.github.raftns.namesrv.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Workers that do each task at once on the caller's thread, or hold or refuse it when the test says so. For one thread. */
public final class ManualWorkers implements Executor {
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private boolean held;
    private boolean full;

    public void hold() {
        held = true;
    }

    public void release() {
        held = false;
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }

    /** Tasks held. */
    public int waiting() {
        return waiting.size();
    }

    /** Runs the first of the tasks held; what it adds waits behind the others. */
    public void step() {
        waiting.remove().run();
    }

    /** Whether tasks are refused. */
    public void full(boolean now) {
        full = now;
    }

    @Override
    public void execute(Runnable task) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        if (held) {
            waiting.add(task);
        } else {
            task.run();
        }
    }
}
