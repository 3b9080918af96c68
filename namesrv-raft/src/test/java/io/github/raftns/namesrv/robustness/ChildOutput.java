package io.github.raftns.namesrv.robustness;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The newest lines a child printed. Written by the child's reader thread, read by the test; guarded by its lock. Older lines are only
 * in the log file.
 */
final class ChildOutput {
    private static final int LINES_MAX = 4_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> lines = new ArrayDeque<>();
    private long linesDropped;
    private boolean ended;

    void add(String line) {
        lock.lock();
        try {
            if (lines.size() == LINES_MAX) {
                lines.removeFirst();
                linesDropped++;
            }
            lines.addLast(line);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** No line comes after this. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The first line that is wanted, among those kept and those to come; empty when time is up or the output has ended. */
    Optional<String> await(Predicate<String> wanted, Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        long next = 0;
        lock.lock();
        try {
            while (true) {
                long skip = Math.max(0, next - linesDropped);
                Optional<String> found =
                        lines.stream().skip(skip).filter(wanted).findFirst();
                if (found.isPresent() || ended || left <= 0) {
                    return found;
                }
                next = linesDropped + lines.size();
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** The last lines, for failure messages. */
    String tail(int linesMax) {
        List<String> all = lines();
        return all.stream().skip(Math.max(0, all.size() - linesMax)).collect(Collectors.joining("\n  ", "  ", ""));
    }
}
