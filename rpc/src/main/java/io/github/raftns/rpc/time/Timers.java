package io.github.raftns.rpc.time;

import java.time.Duration;

/** Runs tasks later. Any thread. */
public interface Timers {
    /** Runs the task once after the delay, on the timer thread; it must not block. */
    Timer after(Duration delay, Runnable task);

    /**
     * Runs the task again and again, the delay counted from the end of one run to the start of the next. A task that
     * throws is logged and runs again: no periodic task can die of an exception (design A5).
     */
    Timer every(Duration delay, Runnable task);

    /** A task that was scheduled. */
    interface Timer {
        /** No further run starts after this returned, save one already running. */
        void cancel();
    }
}
