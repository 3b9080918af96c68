package io.github.raftns.namesrv.ingress;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for what is too long for an event loop: decoding and comparing topic tables, recounting digests. The queue is
 * bounded; a task that finds it full is refused at once with {@link RejectedExecutionException}. Any thread.
 */
public final class WorkerPool implements Executor, AutoCloseable {
    private final ThreadPoolExecutor executor;

    public WorkerPool(String name, int threads, int queued) {
        AtomicInteger number = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queued), task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Tasks waiting for a thread. */
    public int queued() {
        return executor.getQueue().size();
    }

    /** Takes nothing more in and drops what waits; returns at once. */
    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** Whether everything has ended within this time after {@link #close}. */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
