package io.github.raftns.namesrv.replication;

import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that stands still until a test moves it; tasks run on the moving thread. */
final class ManualTimers implements Timers, MonotonicClock {
    private final List<Task> tasks = new ArrayList<>();
    private long now;

    private record Task(long due, Duration period, Runnable work) {}

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Timer after(Duration delay, Runnable work) {
        return add(new Task(now + delay.toNanos(), null, work));
    }

    @Override
    public Timer every(Duration delay, Runnable work) {
        return add(new Task(now + delay.toNanos(), delay, work));
    }

    private Timer add(Task task) {
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    int pending() {
        return tasks.size();
    }

    void advance(Duration step) {
        long end = now + step.toNanos();
        while (true) {
            Task next = tasks.stream()
                    .filter(task -> task.due() <= end)
                    .min(Comparator.comparingLong(Task::due))
                    .orElse(null);
            if (next == null) {
                break;
            }
            tasks.remove(next);
            now = next.due();
            if (next.period() != null) {
                tasks.add(new Task(now + next.period().toNanos(), next.period(), next.work()));
            }
            next.work().run();
        }
        now = end;
    }
}
