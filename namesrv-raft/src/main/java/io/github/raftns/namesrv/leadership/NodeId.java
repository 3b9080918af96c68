package io.github.raftns.namesrv.leadership;

/** A node's name in its cluster, as the configuration gives it; never an address (design D10). */
public record NodeId(String value) implements Comparable<NodeId> {
    /** @throws IllegalArgumentException when not 1 to 64 letters, digits, dots, dashes or underscores */
    public NodeId {
        if (value == null || !value.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IllegalArgumentException(
                    "node id '" + value + "' is not 1 to 64 letters, digits, dots, dashes or underscores");
        }
    }

    @Override
    public int compareTo(NodeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
