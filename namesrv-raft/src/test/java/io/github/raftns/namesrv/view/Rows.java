package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Rows in few words. */
final class Rows {
    private Rows() {}

    static AppliedPoint at(long index) {
        return new AppliedPoint(new LogIndex(index), new Term(1), StateDigest.EMPTY);
    }

    static RouteChange group(String name) {
        return group(name, "CL", 1, false);
    }

    static RouteChange group(String name, String cluster, long revision, boolean masked) {
        return new RouteChange.GroupPut(new GroupRecord(
                new BrokerName(name),
                new ClusterName(cluster),
                new LogIndex(revision),
                masked ? new GroupRecord.Mask(new LogIndex(revision), 7) : null));
    }

    static MemberSketch member(String name, long id, String address) {
        return new MemberSketch(name, id, address, "CL", ActingMaster.UNSAID, null, FilterServers.UNSAID);
    }

    static RouteChange memberGone(String name, long id) {
        return new RouteChange.MemberRemoved(new BrokerKey(new BrokerName(name), new BrokerId(id)));
    }

    static RouteChange topic(String broker, String topic) {
        return topic(broker, topic, 4, 6);
    }

    static RouteChange topic(String broker, String topic, int queues, int permission) {
        return new RouteChange.TopicPut(new BrokerName(broker), report(topic, queues, permission, null));
    }

    static RouteChange staticTopic(String broker, String topic, String mapped, long epoch) {
        TopicMapping mapping = new TopicMapping(
                new TopicName(topic), new BrokerName(mapped), "__global__", 4, epoch, false, new TreeMap<>());
        return new RouteChange.TopicPut(new BrokerName(broker), report(topic, 4, 6, mapping));
    }

    static RouteChange topicGone(String broker, String topic) {
        return new RouteChange.TopicRemoved(new BrokerName(broker), new TopicName(topic));
    }

    static RouteChange tombstone(String broker, String topic, long since) {
        return new RouteChange.TombstonePut(
                new Tombstone(new BrokerName(broker), new TopicName(topic), new LogIndex(since), new TreeMap<>()));
    }

    static ReportedTopic report(String topic, int queues, int permission, TopicMapping mapping) {
        return new ReportedTopic(
                new TopicConfig(new TopicName(topic), queues, queues, new Permission(permission), 0), mapping);
    }

    static List<RouteChange> rows(RouteView view) {
        List<RouteChange> rows = new ArrayList<>();
        view.forEachRow(rows::add);
        return rows;
    }

    /** A view of the same rows that shares nothing with this one: no entry, no face, no cached body. */
    static RouteView rebuilt(RouteView view) {
        RouteWindow window = new RouteWindow();
        window.reset(view.at(), view::forEachRow);
        return window.view();
    }

    record MemberSketch(
            String name,
            long id,
            String address,
            String cluster,
            ActingMaster actingMaster,
            String zone,
            FilterServers filterServers) {
        MemberSketch cluster(String other) {
            return new MemberSketch(name, id, address, other, actingMaster, zone, filterServers);
        }

        MemberSketch acting(ActingMaster other) {
            return new MemberSketch(name, id, address, cluster, other, zone, filterServers);
        }

        MemberSketch zone(String other) {
            return new MemberSketch(name, id, address, cluster, actingMaster, other, filterServers);
        }

        MemberSketch filters(String... servers) {
            return new MemberSketch(name, id, address, cluster, actingMaster, zone, FilterServers.of(List.of(servers)));
        }

        RouteChange put() {
            return put(1);
        }

        RouteChange put(long version) {
            return new RouteChange.MemberPut(new MemberRecord(
                    new BrokerKey(new BrokerName(name), new BrokerId(id)),
                    new ClusterName(cluster),
                    new BrokerAddress(address),
                    new Epoch(1),
                    new DataVersion(0, version, 0),
                    null,
                    0,
                    actingMaster,
                    zone,
                    filterServers,
                    0));
        }
    }
}
