package io.github.raftns.rpc.time;

/** Time that never goes back. Any thread. */
public interface MonotonicClock {
    /** Nanoseconds since an arbitrary origin of this process; compare by difference only. */
    long nanoTime();
}
