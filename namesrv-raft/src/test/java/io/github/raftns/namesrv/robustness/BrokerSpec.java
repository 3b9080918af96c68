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
 * @param environment what its process gets beside its home
 */
record BrokerSpec(
        RocketmqVersion version,
        String cluster,
        String name,
        long id,
        String nameServers,
        Map<String, String> properties,
        Map<String, String> environment) {
    BrokerSpec {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
    }

    /** A master without extra properties, in cluster {@code LabCluster}. */
    static BrokerSpec master(RocketmqVersion version, String name, String nameServers) {
        return new BrokerSpec(version, "LabCluster", name, 0, nameServers, Map.of(), Map.of());
    }

    BrokerSpec with(String key, String value) {
        Map<String, String> more = new TreeMap<>(properties);
        more.put(key, value);
        return new BrokerSpec(version, cluster, name, id, nameServers, more, environment);
    }

    /** It then frames what it sends with RocketMQ's binary headers, and not with JSON. */
    BrokerSpec withBinaryHeaders() {
        Map<String, String> more = new TreeMap<>(environment);
        more.put("ROCKETMQ_SERIALIZE_TYPE", "ROCKETMQ");
        return new BrokerSpec(version, cluster, name, id, nameServers, properties, more);
    }
}
