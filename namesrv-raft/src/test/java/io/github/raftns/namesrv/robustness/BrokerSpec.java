package io.github.raftns.namesrv.robustness;

import java.util.Map;
import java.util.TreeMap;

/**
 * A broker to start.
 *
 * @param version of RocketMQ
 * @param cluster its cluster's name
 * @param name its broker name
 * @param id 0 for a master
 * @param nameServers the addresses it registers with, joined by semicolons
 * @param properties what differs from the lab's small configuration
 */
record BrokerSpec(
        RocketmqVersion version,
        String cluster,
        String name,
        long id,
        String nameServers,
        Map<String, String> properties) {
    BrokerSpec {
        properties = Map.copyOf(properties);
    }

    /** A master without extra properties, in cluster {@code LabCluster}. */
    static BrokerSpec master(RocketmqVersion version, String name, String nameServers) {
        return new BrokerSpec(version, "LabCluster", name, 0, nameServers, Map.of());
    }

    BrokerSpec with(String key, String value) {
        Map<String, String> more = new TreeMap<>(properties);
        more.put(key, value);
        return new BrokerSpec(version, cluster, name, id, nameServers, more);
    }
}
