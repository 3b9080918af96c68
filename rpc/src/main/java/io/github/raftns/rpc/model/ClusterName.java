package io.github.raftns.rpc.model;

import java.util.Objects;

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
    public boolean equals(Object other) {
        return other instanceof ClusterName that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
