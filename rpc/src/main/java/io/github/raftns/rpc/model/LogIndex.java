package io.github.raftns.rpc.model;

/** The position of an entry in the Raft log; the first entry has 1. */
public record LogIndex(long value) implements Comparable<LogIndex> {
    public static final LogIndex NONE = new LogIndex(0);

    /** @throws IllegalArgumentException when negative */
    public LogIndex {
        if (value < 0) {
            throw new IllegalArgumentException("LogIndex is negative: " + value);
        }
    }

    @Override
    public int compareTo(LogIndex other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
