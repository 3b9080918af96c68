package io.github.raftns.namesrv.replication;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of this room besides JRaft's own. Any thread. */
final class Workers {
    private static final long IDLE_SECONDS = 60;

    private Workers() {}

    /**
     * One thread, in order. Its queue has no limit of its own: what is completed there was counted in when it began, by the limits
     * on proposals, forwards and waiters. What comes after its end runs on whoever brings it: no outcome is ever dropped.
     */
    static ExecutorService completing(String name) {
        return new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name), (task, ended) -> task.run());
    }

    /** Some threads and a bounded queue; rejects what exceeds it. */
    static ExecutorService bounded(String name, int threads, int queued) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queued), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Some threads and no queue: what no thread is free for is rejected. */
    static ExecutorService direct(String name, int threads) {
        return new ThreadPoolExecutor(
                0, threads, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named(name));
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
