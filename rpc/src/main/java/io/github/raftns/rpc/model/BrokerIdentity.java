package io.github.raftns.rpc.model;

import java.util.Objects;

/** How a broker introduces itself in 103, 104 and 322. */
public record BrokerIdentity(ClusterName cluster, BrokerName name, BrokerId id, BrokerAddress address) {
    public BrokerIdentity {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(address, "address");
    }

    public BrokerKey key() {
        return new BrokerKey(name, id);
    }
}
