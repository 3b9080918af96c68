package io.github.raftns.rpc.model;

import java.util.Comparator;
import java.util.Objects;

/** What identifies one member of one broker group. */
public record BrokerKey(BrokerName name, BrokerId id) implements Comparable<BrokerKey> {
    private static final Comparator<BrokerKey> ORDER =
            Comparator.comparing(BrokerKey::name).thenComparing(BrokerKey::id);

    public BrokerKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
    }

    @Override
    public int compareTo(BrokerKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return name + "/" + id;
    }
}
