package io.github.raftns.namesrv.testing;

import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.Timers;
import io.github.raftns.rpc.time.WallClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that passes when a test says so. Tasks run on the thread that moves it, in the order of their times, and see the clock
 * stand at their own. For one thread, which may be reached from others only to schedule.
 */
public final class ManualTime implements MonotonicClock, WallClock, Timers {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.<Task>comparingLong(task -> task.at).thenComparingLong(task -> task.number));
    private long now;
    private long scheduled;

    @Override
    public synchronized long nanoTime() {
        // close to the overflow, so that comparing by value instead of by difference fails
        return now + Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();
    }

    @Override
    public synchronized long millis() {
        return 1_700_000_000_000L + now / 1_000_000;
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable task) {
        return schedule(now + delay.toNanos(), Duration.ZERO, task);
    }

    @Override
    public synchronized Timer every(Duration delay, Runnable task) {
        return schedule(now + delay.toNanos(), delay, task);
    }

    /** Lets time pass and runs what falls due on the way. */
    public void advance(Duration by) {
        long until;
        synchronized (this) {
            until = now + by.toNanos();
        }
        for (Task due = next(until); due != null; due = next(until)) {
            due.body.run();
            again(due);
        }
        synchronized (this) {
            now = Math.max(now, until); // a task may have let time pass, too
        }
    }

    /** Time passes and nothing runs, as in a process that was stopped; what fell due meanwhile runs late, once. */
    public void freeze(Duration by) {
        synchronized (this) {
            now += by.toNanos();
        }
        advance(Duration.ZERO);
    }

    /** How many tasks are scheduled. */
    public synchronized int pending() {
        return tasks.size();
    }

    private synchronized Timer schedule(long at, Duration period, Runnable body) {
        Task task = new Task(at, scheduled++, period.toNanos(), body);
        tasks.add(task);
        return () -> cancel(task);
    }

    private synchronized void cancel(Task task) {
        task.cancelled = true;
        tasks.remove(task);
    }

    private synchronized Task next(long until) {
        Task head = tasks.peek();
        if (head == null || head.at > until) {
            return null;
        }
        tasks.remove(head);
        now = Math.max(now, head.at);
        return head;
    }

    private synchronized void again(Task task) {
        if (task.period > 0 && !task.cancelled) {
            task.at = now + task.period;
            tasks.add(task);
        }
    }

    private static final class Task {
        private final long number;
        private final long period;
        private final Runnable body;
        private long at;
        private boolean cancelled;

        Task(long at, long number, long period, Runnable body) {
            this.at = at;
            this.number = number;
            this.period = period;
            this.body = body;
        }
    }
}
