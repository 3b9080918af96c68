package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One broker group as clients see it ({@code BrokerData} on the wire).
 *
 * @param addresses by number; sorted, unmodifiable
 * @param zone null when none is known; it is then left out of the body
 */
public record RouteGroup(
        BrokerName name,
        ClusterName cluster,
        SortedMap<BrokerId, BrokerAddress> addresses,
        boolean actingMaster,
        String zone) {
    public RouteGroup {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(cluster, "cluster");
        addresses = Collections.unmodifiableSortedMap(new TreeMap<>(addresses));
    }

    public boolean hasMaster() {
        return addresses.containsKey(BrokerId.MASTER);
    }
}
