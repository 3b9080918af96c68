package io.github.raftns.rpc.model;

/** The name of a RocketMQ cluster (not of the raftns cluster). */
public record ClusterName(String value) implements Comparable<ClusterName> {
    /** @throws IllegalArgumentException when the text is blank or longer than {@link Names#LENGTH_MAX} characters */
    public ClusterName {
        Names.check("clusterName", value);
    }

    @Override
    public int compareTo(ClusterName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
