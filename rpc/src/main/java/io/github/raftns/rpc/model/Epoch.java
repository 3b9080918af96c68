package io.github.raftns.rpc.model;

/** The index of the log entry that created a registration; it fences every later verdict on it (design D6). */
public record Epoch(long index) implements Comparable<Epoch> {
    public static final Epoch NONE = new Epoch(0);

    /** @throws IllegalArgumentException when negative */
    public Epoch {
        if (index < 0) {
            throw new IllegalArgumentException("Epoch is negative: " + index);
        }
    }

    @Override
    public int compareTo(Epoch other) {
        return Long.compare(index, other.index);
    }

    @Override
    public String toString() {
        return Long.toString(index);
    }
}
