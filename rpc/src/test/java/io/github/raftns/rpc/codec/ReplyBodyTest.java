package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.ClusterInfo;
import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.message.RouteQueues;
import io.github.raftns.rpc.message.TopicRoute;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Byte for byte against what a stock NameServer sends. */
class ReplyBodyTest {
    private static final BrokerName B1 = new BrokerName("b1");
    private static final ClusterName CL = new ClusterName("CL");

    @Test
    void aRouteInLegacyFormHasBareIntegerKeys() {
        TopicRoute route = route(group(B1, false, null, 0, "10.0.0.1:10911", 1, "10.0.0.2:10911"), queues(B1, 6));

        assertThat(text(RouteBody.encode(route, BodyDialect.LEGACY)))
                .isEqualTo("{\"brokerDatas\":[{\"brokerAddrs\":{0:\"10.0.0.1:10911\",1:\"10.0.0.2:10911\"},"
                        + "\"brokerName\":\"b1\",\"cluster\":\"CL\",\"enableActingMaster\":false}],"
                        + "\"filterServerTable\":{},\"queueDatas\":[{\"brokerName\":\"b1\",\"perm\":6,"
                        + "\"readQueueNums\":4,\"topicSysFlag\":0,\"writeQueueNums\":4}]}");
    }

    @Test
    void aRouteInStandardFormHasQuotedKeysInNumericOrder() {
        TopicRoute route = route(
                group(B1, true, "z1", 10, "10.0.0.3:10911", 2, "10.0.0.2:10911", 0, "10.0.0.1:10911"), queues(B1, 4));

        assertThat(text(RouteBody.encode(route, BodyDialect.STANDARD)))
                .isEqualTo("{\"brokerDatas\":[{\"brokerAddrs\":{\"0\":\"10.0.0.1:10911\",\"2\":\"10.0.0.2:10911\","
                        + "\"10\":\"10.0.0.3:10911\"},\"brokerName\":\"b1\",\"cluster\":\"CL\","
                        + "\"enableActingMaster\":true,\"zoneName\":\"z1\"}],\"filterServerTable\":{},"
                        + "\"queueDatas\":[{\"brokerName\":\"b1\",\"perm\":4,\"readQueueNums\":4,"
                        + "\"topicSysFlag\":0,\"writeQueueNums\":4}]}");
    }

    @Test
    void aRouteWithoutBrokersHasEmptyLists() {
        TopicRoute route = new TopicRoute(List.of(), List.of(), new TreeMap<>(), new TreeMap<>());

        assertThat(text(RouteBody.encode(route, BodyDialect.LEGACY)))
                .isEqualTo("{\"brokerDatas\":[],\"filterServerTable\":{},\"queueDatas\":[]}");
    }

    @Test
    void theMappingOfAStaticTopicIsLastAndFollowsTheDialect() {
        BrokerName cz = new BrokerName("cz");
        TopicMapping mapping =
                new TopicMapping(new TopicName("CA"), cz, "__global__", 4, 1, false, new TreeMap<>(Map.of(0, 0, 1, 1)));
        SortedMap<BrokerName, TopicMapping> mappings = new TreeMap<>();
        mappings.put(cz, mapping);
        TopicRoute route = new TopicRoute(List.of(), List.of(), new TreeMap<>(), mappings);

        assertThat(text(RouteBody.encode(route, BodyDialect.LEGACY)))
                .endsWith(",\"topicQueueMappingByBroker\":{\"cz\":{\"bname\":\"cz\",\"currIdMap\":{0:0,1:1},"
                        + "\"dirty\":false,\"epoch\":1,\"scope\":\"__global__\",\"topic\":\"CA\",\"totalQueues\":4}}}");
        assertThat(text(RouteBody.encode(route, BodyDialect.STANDARD))).contains("\"currIdMap\":{\"0\":0,\"1\":1}");
    }

    @Test
    void aMappingWithoutScopeLeavesItOut() {
        SortedMap<BrokerName, TopicMapping> mappings = new TreeMap<>();
        mappings.put(B1, new TopicMapping(new TopicName("T"), B1, null, 1, 7, true, new TreeMap<>()));
        TopicRoute route = new TopicRoute(List.of(), List.of(), new TreeMap<>(), mappings);

        assertThat(text(RouteBody.encode(route, BodyDialect.LEGACY)))
                .endsWith(
                        "{\"b1\":{\"bname\":\"b1\",\"currIdMap\":{},\"dirty\":true,\"epoch\":7,\"topic\":\"T\",\"totalQueues\":1}}}");
    }

    @Test
    void filterServersAreListedByAddress() {
        SortedMap<BrokerAddress, List<String>> servers = new TreeMap<>();
        servers.put(new BrokerAddress("10.0.0.1:10911"), List.of("10.0.0.9:1", "10.0.0.8:1"));
        TopicRoute route = new TopicRoute(List.of(), List.of(), servers, new TreeMap<>());

        assertThat(text(RouteBody.encode(route, BodyDialect.STANDARD)))
                .contains("\"filterServerTable\":{\"10.0.0.1:10911\":[\"10.0.0.9:1\",\"10.0.0.8:1\"]}");
    }

    @Test
    void standardJsonIsEscapedAsStockDoes() {
        BrokerName name = new BrokerName("b\u4e2d/'\"\\\n\u2028<\u00e9");
        TopicRoute route = route(group(name, false, null), queues(name, 6));

        assertThat(text(RouteBody.encode(route, BodyDialect.STANDARD)))
                .contains("\"brokerName\":\"b\\u4E2D\\/'\\\"\\\\\\n\\u2028<\\u00E9\"");
    }

    @Test
    void legacyTextStaysUtf8() {
        BrokerName name = new BrokerName("b\u4e2d/'\"\\\n\t\u0001\u00e9\ud83d\ude00");
        TopicRoute route = route(group(name, false, null), queues(name, 6));

        assertThat(text(RouteBody.encode(route, BodyDialect.LEGACY)))
                .contains("\"brokerName\":\"b\u4e2d/'\\\"\\\\\\n\\t\\u0001\u00e9\ud83d\ude00\"");
    }

    @Test
    void clusterInfoIsSortedAndInLegacyForm() {
        BrokerName b2 = new BrokerName("b2");
        SortedMap<BrokerName, RouteGroup> groups = new TreeMap<>();
        groups.put(b2, group(b2, true, "z", 1, "h2:2"));
        groups.put(B1, group(B1, false, null, 0, "h1:1"));
        SortedMap<ClusterName, SortedSet<BrokerName>> clusters = new TreeMap<>();
        clusters.put(new ClusterName("D"), new TreeSet<>(List.of(b2)));
        clusters.put(CL, new TreeSet<>(List.of(b2, B1)));

        assertThat(text(ClusterInfoBody.encode(new ClusterInfo(groups, clusters))))
                .isEqualTo("{\"brokerAddrTable\":{\"b1\":{\"brokerAddrs\":{0:\"h1:1\"},\"brokerName\":\"b1\","
                        + "\"cluster\":\"CL\",\"enableActingMaster\":false},\"b2\":{\"brokerAddrs\":{1:\"h2:2\"},"
                        + "\"brokerName\":\"b2\",\"cluster\":\"CL\",\"enableActingMaster\":true,\"zoneName\":\"z\"}},"
                        + "\"clusterAddrTable\":{\"CL\":[\"b1\",\"b2\"],\"D\":[\"b2\"]}}");
    }

    @Test
    void clusterInfoOfNothingHasTwoEmptyTables() {
        assertThat(text(ClusterInfoBody.encode(new ClusterInfo(new TreeMap<>(), new TreeMap<>()))))
                .isEqualTo("{\"brokerAddrTable\":{},\"clusterAddrTable\":{}}");
    }

    @Test
    void topicListKeepsTheOrderGiven() {
        assertThat(text(TopicListBody.encode(List.of(new TopicName("a"), new TopicName("b")))))
                .isEqualTo("{\"topicList\":[\"a\",\"b\"]}");
        assertThat(text(TopicListBody.encode(List.of()))).isEqualTo("{\"topicList\":[]}");
    }

    @Test
    void memberGroupEchoesTheClusterOfTheRequest() {
        SortedMap<BrokerId, BrokerAddress> addresses = new TreeMap<>();
        addresses.put(BrokerId.MASTER, new BrokerAddress("ip:1"));

        assertThat(text(MemberGroupBody.encode(new ClusterName("asked"), B1, addresses)))
                .isEqualTo(
                        "{\"brokerMemberGroup\":{\"brokerAddrs\":{0:\"ip:1\"},\"brokerName\":\"b1\",\"cluster\":\"asked\"}}");
        assertThat(text(MemberGroupBody.encode(CL, B1, new TreeMap<>())))
                .isEqualTo("{\"brokerMemberGroup\":{\"brokerAddrs\":{},\"brokerName\":\"b1\",\"cluster\":\"CL\"}}");
    }

    private static TopicRoute route(RouteGroup group, RouteQueues queues) {
        return new TopicRoute(List.of(group), List.of(queues), new TreeMap<>(), new TreeMap<>());
    }

    private static RouteQueues queues(BrokerName broker, int permission) {
        return new RouteQueues(broker, 4, 4, new Permission(permission), 0);
    }

    private static RouteGroup group(BrokerName name, boolean actingMaster, String zone, Object... idsAndAddresses) {
        SortedMap<BrokerId, BrokerAddress> addresses = new TreeMap<>();
        for (int i = 0; i < idsAndAddresses.length; i += 2) {
            addresses.put(
                    new BrokerId((Integer) idsAndAddresses[i]), new BrokerAddress((String) idsAndAddresses[i + 1]));
        }
        return new RouteGroup(name, CL, addresses, actingMaster, zone);
    }

    private static String text(EncodedBody body) {
        return new String(body.toByteArray(), StandardCharsets.UTF_8);
    }
}
