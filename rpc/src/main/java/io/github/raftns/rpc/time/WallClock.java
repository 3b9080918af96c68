package io.github.raftns.rpc.time;

/** The time of day, for what must be understood by people or survive a restart; never for measuring. Any thread. */
public interface WallClock {
    /** Milliseconds since 1970. */
    long millis();
}
