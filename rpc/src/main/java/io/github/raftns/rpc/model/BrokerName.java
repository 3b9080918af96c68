package io.github.raftns.rpc.model;

/** The name of a broker group: one master (id 0) and its slaves share it. */
public record BrokerName(String value) implements Comparable<BrokerName> {
    /** @throws IllegalArgumentException when the text is blank or longer than {@link Names#LENGTH_MAX} characters */
    public BrokerName {
        Names.check("brokerName", value);
    }

    @Override
    public int compareTo(BrokerName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
