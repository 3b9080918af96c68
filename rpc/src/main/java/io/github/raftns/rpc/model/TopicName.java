package io.github.raftns.rpc.model;

/** The name of a topic. */
public record TopicName(String value) implements Comparable<TopicName> {
    /** @throws IllegalArgumentException when the text is blank or longer than {@link Names#LENGTH_MAX} characters */
    public TopicName {
        Names.check("topic", value);
    }

    @Override
    public int compareTo(TopicName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
