package io.github.raftns.namesrv.view;

import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.message.RouteQueues;
import io.github.raftns.rpc.message.TopicRoute;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The rules by which raw reports become a route.
 *
 * <ul>
 *   <li>A broker name counts when it has the topic and at least one member.
 *   <li>Permission is as reported, without write when the group's face clears it: masked (design D14), or acting master without
 *       a master.
 *   <li>A mapping is shown under the broker it names itself; of two for one broker that of the higher epoch. It is not
 *       filtered by zone, as in stock.
 * </ul>
 */
final class RouteAssembly {
    private RouteAssembly() {}

    static TopicRoute whole(TopicEntry entry, GroupFace[] faces) {
        return route(entry, faces, face -> true);
    }

    static TopicRoute inZone(TopicEntry entry, GroupFace[] faces, String zone) {
        return route(entry, faces, face -> face.servesZone(zone));
    }

    private static TopicRoute route(TopicEntry entry, GroupFace[] faces, Predicate<GroupFace> shown) {
        List<RouteGroup> groups = new ArrayList<>(faces.length);
        List<RouteQueues> queues = new ArrayList<>(faces.length);
        SortedMap<BrokerAddress, List<String>> filterServers = new TreeMap<>();
        SortedMap<BrokerName, TopicMapping> mappings = new TreeMap<>();
        for (int i = 0; i < faces.length; i++) {
            GroupFace face = faces[i];
            if (face == null) {
                continue;
            }
            ReportedTopic report = entry.report(i);
            if (report.mapping() != null) {
                mappings.merge(
                        report.mapping().broker(),
                        report.mapping(),
                        (one, other) -> other.epoch() > one.epoch() ? other : one);
            }
            if (shown.test(face)) {
                groups.add(face.group());
                queues.add(queues(entry.broker(i), report.config(), face));
                filterServers.putAll(face.filterServers());
            }
        }
        return new TopicRoute(groups, queues, filterServers, mappings);
    }

    private static RouteQueues queues(BrokerName broker, TopicConfig config, GroupFace face) {
        Permission permission = face.clearsWrite() ? config.permission().withoutWrite() : config.permission();
        return new RouteQueues(broker, config.readQueues(), config.writeQueues(), permission, config.systemFlags());
    }
}
