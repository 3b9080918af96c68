package io.github.raftns.rpc.time;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's clocks and one timer thread. The only class that reads a clock. */
public final class SystemTime implements MonotonicClock, WallClock, Timers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SystemTime.class);

    private final ScheduledThreadPoolExecutor executor;

    /** @param threadName of the timer thread, a daemon */
    public SystemTime(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        return schedule(() -> executor.schedule(guarded(task), delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    @Override
    public Timer every(Duration delay, Runnable task) {
        return schedule(() ->
                executor.scheduleWithFixedDelay(guarded(task), delay.toNanos(), delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** After this no task starts; what is scheduled later is dropped. */
    @Override
    public void close() {
        executor.shutdownNow();
    }

    private interface Scheduling {
        ScheduledFuture<?> schedule();
    }

    private static Timer schedule(Scheduling scheduling) {
        try {
            ScheduledFuture<?> future = scheduling.schedule();
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @SuppressWarnings("IllegalCatch") // the edge of the timer thread: one failing task must not end the others
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException fault) {
                LOG.error("a timer task failed; it stays scheduled", fault);
            }
        };
    }
}
