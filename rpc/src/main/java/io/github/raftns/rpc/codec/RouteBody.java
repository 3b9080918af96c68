package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.message.RouteQueues;
import io.github.raftns.rpc.message.TopicRoute;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.TopicMapping;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The body of a reply to 105 ({@code TopicRouteData}). Equal routes give equal bytes. Any thread. */
public final class RouteBody {
    private static final int GROUP_BYTES = 128;
    private static final int QUEUES_BYTES = 112;

    private RouteBody() {}

    public static EncodedBody encode(TopicRoute route, BodyDialect dialect) {
        BodyText json = new BodyText(dialect, expectedBytes(route));
        json.structure("{\"brokerDatas\":[");
        boolean first = true;
        for (RouteGroup group : route.groups()) {
            if (!first) {
                json.comma();
            }
            first = false;
            GroupJson.write(json, group);
        }
        json.structure("],\"filterServerTable\":");
        writeFilterServers(json, route.filterServers());
        json.structure(",\"queueDatas\":[");
        first = true;
        for (RouteQueues queues : route.queues()) {
            if (!first) {
                json.comma();
            }
            first = false;
            writeQueues(json, queues);
        }
        json.structure("]");
        if (!route.mappings().isEmpty()) {
            json.structure(",\"topicQueueMappingByBroker\":");
            writeMappings(json, route.mappings());
        }
        return json.structure("}").toBody();
    }

    private static int expectedBytes(TopicRoute route) {
        int addresses = 0;
        for (RouteGroup group : route.groups()) {
            addresses += group.addresses().size();
        }
        return 64
                + route.groups().size() * GROUP_BYTES
                + addresses * GroupJson.ADDRESS_BYTES
                + route.queues().size() * QUEUES_BYTES;
    }

    private static void writeQueues(BodyText json, RouteQueues queues) {
        json.structure("{\"brokerName\":").text(queues.broker().value());
        json.structure(",\"perm\":").number(queues.permission().bits());
        json.structure(",\"readQueueNums\":").number(queues.readQueues());
        json.structure(",\"topicSysFlag\":").number(queues.systemFlags());
        json.structure(",\"writeQueueNums\":").number(queues.writeQueues()).structure("}");
    }

    private static void writeFilterServers(BodyText json, SortedMap<BrokerAddress, List<String>> table) {
        json.structure("{");
        boolean first = true;
        for (Map.Entry<BrokerAddress, List<String>> row : table.entrySet()) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.key(row.getKey().value());
            TextListJson.write(json, row.getValue());
        }
        json.structure("}");
    }

    private static void writeMappings(BodyText json, SortedMap<BrokerName, TopicMapping> mappings) {
        json.structure("{");
        boolean first = true;
        for (Map.Entry<BrokerName, TopicMapping> row : mappings.entrySet()) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.key(row.getKey().value());
            writeMapping(json, row.getValue());
        }
        json.structure("}");
    }

    private static void writeMapping(BodyText json, TopicMapping mapping) {
        json.structure("{\"bname\":").text(mapping.broker().value()).structure(",\"currIdMap\":{");
        boolean first = true;
        for (Map.Entry<Integer, Integer> queue : mapping.logicalToPhysical().entrySet()) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.integerKey(queue.getKey()).number(queue.getValue());
        }
        json.structure("},\"dirty\":").bool(mapping.dirty());
        json.structure(",\"epoch\":").number(mapping.epoch());
        if (mapping.scope() != null) {
            json.structure(",\"scope\":").text(mapping.scope());
        }
        json.structure(",\"topic\":").text(mapping.topic().value());
        json.structure(",\"totalQueues\":").number(mapping.totalQueues()).structure("}");
    }
}
