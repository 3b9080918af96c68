package io.github.raftns.rpc.model;

/** A broker's listening address as the broker reports it, usually {@code ip:port}; kept as text and never resolved here. */
public record BrokerAddress(String value) implements Comparable<BrokerAddress> {
    /** @throws IllegalArgumentException when the text is blank or longer than {@link Names#LENGTH_MAX} characters */
    public BrokerAddress {
        Names.check("brokerAddr", value);
    }

    @Override
    public int compareTo(BrokerAddress other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
