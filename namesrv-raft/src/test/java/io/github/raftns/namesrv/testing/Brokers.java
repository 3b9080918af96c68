package io.github.raftns.namesrv.testing;

import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import java.util.ArrayList;
import java.util.List;

/** Brokers as tests speak of them: a master of cluster "c1" at an address made of its name, unless said otherwise. */
public record Brokers(
        String cluster,
        String name,
        long id,
        String address,
        String ha,
        long timeoutMillis,
        ActingMaster actingMaster,
        String zone,
        DataVersion version,
        FilterServers filterServers,
        List<ReportedTopic> topics) {
    public static Brokers broker(String name) {
        return broker(name, 0);
    }

    public static Brokers broker(String name, long id) {
        return new Brokers(
                "c1",
                name,
                id,
                name + "-" + id + ":10911",
                name + "-" + id + ":10912",
                0,
                ActingMaster.DISABLED,
                null,
                version(1),
                FilterServers.UNSAID,
                List.of());
    }

    public static DataVersion version(long counter) {
        return new DataVersion(0, 1_700_000_000_000L, counter);
    }

    public static ReportedTopic topic(String name, int queues) {
        return new ReportedTopic(new TopicConfig(new TopicName(name), queues, queues, new Permission(6), 0), null);
    }

    /** The given names, four queues each. */
    public static List<ReportedTopic> topics(String... names) {
        List<ReportedTopic> topics = new ArrayList<>();
        for (String name : names) {
            topics.add(topic(name, 4));
        }
        return topics;
    }

    public Brokers in(String otherCluster) {
        return new Brokers(
                otherCluster, name, id, address, ha, timeoutMillis, actingMaster, zone, version, filterServers, topics);
    }

    public Brokers at(String otherAddress) {
        return new Brokers(
                cluster, name, id, otherAddress, ha, timeoutMillis, actingMaster, zone, version, filterServers, topics);
    }

    public Brokers ha(String otherHa) {
        return new Brokers(
                cluster, name, id, address, otherHa, timeoutMillis, actingMaster, zone, version, filterServers, topics);
    }

    public Brokers timeout(long millis) {
        return new Brokers(cluster, name, id, address, ha, millis, actingMaster, zone, version, filterServers, topics);
    }

    public Brokers acting(ActingMaster other) {
        return new Brokers(cluster, name, id, address, ha, timeoutMillis, other, zone, version, filterServers, topics);
    }

    public Brokers zone(String other) {
        return new Brokers(
                cluster, name, id, address, ha, timeoutMillis, actingMaster, other, version, filterServers, topics);
    }

    public Brokers versioned(DataVersion other) {
        return new Brokers(
                cluster, name, id, address, ha, timeoutMillis, actingMaster, zone, other, filterServers, topics);
    }

    public Brokers versioned(long counter) {
        return versioned(version(counter));
    }

    public Brokers filters(FilterServers other) {
        return new Brokers(cluster, name, id, address, ha, timeoutMillis, actingMaster, zone, version, other, topics);
    }

    public Brokers with(List<ReportedTopic> other) {
        return new Brokers(
                cluster, name, id, address, ha, timeoutMillis, actingMaster, zone, version, filterServers, other);
    }

    public Brokers with(String... names) {
        return with(topics(names));
    }

    public BrokerIdentity identity() {
        return new BrokerIdentity(
                new ClusterName(cluster), new BrokerName(name), new BrokerId(id), new BrokerAddress(address));
    }

    public Registration registration() {
        return new Registration(
                identity(), ha, timeoutMillis, actingMaster, zone, new TopicTable(version, topics, filterServers));
    }
}
