package io.github.raftns.rpc.model;

/** A broker's number within its group: 0 is the master, every other number a slave. */
public record BrokerId(long value) implements Comparable<BrokerId> {
    public static final BrokerId MASTER = new BrokerId(0);

    public boolean isMaster() {
        return value == 0;
    }

    @Override
    public int compareTo(BrokerId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
