package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Unmodified brokers and clients on a cluster of ours, while its nodes die. */
@Timeout(300)
final class RealRocketmqTest {
    private static final int NODES = 3;
    private static final String TOPIC = "LabTopic";
    private static final int MESSAGES = 2_000;
    private static final String GROUP = "lab-group";
    private static final int PER_SECOND = 200;
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TRAFFIC_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration REGISTRATION_TIMEOUT = Duration.ofSeconds(45);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(200);

    @ParameterizedTest(name = "{0}, round {1}")
    @MethodSource("io.github.raftns.namesrv.robustness.Rounds#ofEveryVersion")
    void noSendFailsAndNoMessageIsLostWhileTheLeaderIsKilledAndComesBack(RocketmqVersion version, int round)
            throws Exception {
        try (Lab lab = Lab.open("leader-killed-" + version.number() + "-" + round)) {
            RaftnsCluster cluster = RaftnsCluster.start(lab, NODES, new ReadyzLeaderSight());
            cluster.awaitReady(READY_TIMEOUT);
            StockBroker broker = startBroker(lab, spec(version, cluster), cluster);
            createTopic(lab, broker, cluster);
            // before the heartbeats are watched, since the broker makes a topic for its group
            Receiver receiver = Receiver.start(lab, version, cluster.nameServers(), TOPIC, GROUP);
            receiver.awaitReady();
            awaitTopic(cluster, "%RETRY%" + GROUP);
            steadyHeartbeatsWriteNothing(cluster);

            Producer producer = Producer.start(lab, version, cluster.nameServers(), TOPIC, MESSAGES, PER_SECOND);
            producer.awaitReady();
            producer.awaitSent(MESSAGES / 4, TRAFFIC_TIMEOUT);
            RaftnsNode killed = cluster.awaitLeader(LEADER_TIMEOUT);
            killed.process().kill();
            RaftnsNode successor = cluster.awaitLeader(LEADER_TIMEOUT);
            assertThat(successor.id()).isNotEqualTo(killed.id());
            producer.awaitSent(MESSAGES / 2, TRAFFIC_TIMEOUT);
            killed.process().restart();
            cluster.awaitReady(READY_TIMEOUT);
            producer.awaitDone(TRAFFIC_TIMEOUT);

            assertThat(producer.failures()).isEmpty();
            assertThat(producer.sent()).hasSize(MESSAGES);
            receiver.awaitAll(producer.sent(), TRAFFIC_TIMEOUT);
            assertThat(receiver.missing(producer.sent())).isEmpty();
            adminSeesTheSameOnEveryNode(new MqAdmin(lab, version), cluster, broker);
            allNodesHoldTheSame(lab, cluster);
        }
    }

    @ParameterizedTest(name = "{0}, round {1}")
    @MethodSource("io.github.raftns.namesrv.robustness.Rounds#ofEveryVersion")
    void aColdClientGetsTheRouteAtItsFirstAskAfterAFullRestartThoughTheBrokerIsSilent(
            RocketmqVersion version, int round) throws Exception {
        try (Lab lab = Lab.open("all-restarted-" + version.number() + "-" + round)) {
            RaftnsCluster cluster = RaftnsCluster.start(lab, NODES, new ReadyzLeaderSight());
            cluster.awaitReady(READY_TIMEOUT);
            // one of the brokers here speaks in binary headers, which must make no difference
            boolean binary = version == RocketmqVersion.V5_5_0;
            BrokerSpec spec = spec(version, cluster);
            StockBroker broker = startBroker(lab, binary ? spec.withBinaryHeaders() : spec, cluster);
            assertThat(broker.awaitReady()).contains("serializeType=" + (binary ? "ROCKETMQ" : "JSON"));
            createTopic(lab, broker, cluster);
            everyNodeHasTheRoute(cluster, broker);

            broker.process().pause();
            cluster.killAll();
            cluster.restartAll();
            cluster.awaitReady(READY_TIMEOUT);

            RouteAnswer answer = RouteProbe.ask(lab, version, cluster.nameServers(), TOPIC);
            assertThat(answer.found()).as(answer.toString()).isTrue();
            assertThat(answer.detail()).contains(broker.spec().name());
            everyNodeHasTheRoute(cluster, broker);
            allNodesHoldTheSame(lab, cluster);
        }
    }

    /** As often as a broker allows, so that it registers during an outage too. */
    private static BrokerSpec spec(RocketmqVersion version, RaftnsCluster cluster) {
        return BrokerSpec.master(version, "broker-a", cluster.nameServers()).with("registerNameServerPeriod", "10000");
    }

    /** A broker that every node knows. */
    private static StockBroker startBroker(Lab lab, BrokerSpec spec, RaftnsCluster cluster)
            throws InterruptedException {
        StockBroker broker = StockBroker.start(lab, spec);
        broker.awaitReady();
        for (RaftnsNode node : cluster.nodes()) {
            broker.awaitKnownTo(node.address());
        }
        return broker;
    }

    /** A topic that every node knows. */
    private static void createTopic(Lab lab, StockBroker broker, RaftnsCluster cluster) throws InterruptedException {
        new MqAdmin(lab, broker.spec().version()).createTopic(cluster.nameServers(), broker, TOPIC);
        awaitTopic(cluster, TOPIC);
    }

    private static void awaitTopic(RaftnsCluster cluster, String topic) {
        for (RaftnsNode node : cluster.nodes()) {
            await("node " + node.id() + " to know " + topic)
                    .atMost(REGISTRATION_TIMEOUT)
                    .pollInterval(POLL)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() ->
                            RawAsk.route(node.address(), topic, ASK_TIMEOUT).code() == 0);
        }
    }

    private static void everyNodeHasTheRoute(RaftnsCluster cluster, StockBroker broker) throws IOException {
        for (RaftnsNode node : cluster.nodes()) {
            RawAnswer route = RawAsk.route(node.address(), TOPIC, ASK_TIMEOUT);
            assertThat(route.code()).as("route by node %s", node.id()).isZero();
            assertThat(route.body()).contains(broker.address().toString());
        }
    }

    /** Every node hears of every heartbeat, and no entry comes of it. */
    private static void steadyHeartbeatsWriteNothing(RaftnsCluster cluster) throws InterruptedException {
        Map<Integer, Meters> before = new TreeMap<>();
        for (RaftnsNode node : cluster.nodes()) {
            before.put(node.id(), node.meters());
        }
        for (RaftnsNode node : cluster.nodes()) {
            long wanted = before.get(node.id()).renewals() + 2;
            await("two heartbeats at node " + node.id())
                    .atMost(REGISTRATION_TIMEOUT)
                    .pollInterval(POLL)
                    .until(() -> node.meters().renewals() >= wanted);
        }
        for (RaftnsNode node : cluster.nodes()) {
            Meters now = node.meters();
            assertThat(now.appliedIndex())
                    .as("applied index of node %s", node.id())
                    .isEqualTo(before.get(node.id()).appliedIndex());
            assertThat(now.otherRegistrations())
                    .as("registrations of node %s that were no renewals", node.id())
                    .isEqualTo(before.get(node.id()).otherRegistrations());
        }
    }

    private static void allNodesHoldTheSame(Lab lab, RaftnsCluster cluster) throws InterruptedException {
        printsAndSucceeds(Ns.verifyDeep(lab, cluster), "equal on " + NODES + " nodes");
    }

    /** All side by side: a command idles for five seconds between its last line and its end. */
    private static void adminSeesTheSameOnEveryNode(MqAdmin admin, RaftnsCluster cluster, StockBroker broker)
            throws InterruptedException {
        String address = broker.address().toString();
        List<ChildProcess> clusterLists = new ArrayList<>();
        List<ChildProcess> topicLists = new ArrayList<>();
        List<ChildProcess> topicRoutes = new ArrayList<>();
        for (RaftnsNode node : cluster.nodes()) {
            String nameServer = node.address().toString();
            clusterLists.add(admin.begin("clusterList", "-n", nameServer));
            topicLists.add(admin.begin("topicList", "-n", nameServer));
            topicRoutes.add(admin.begin("topicRoute", "-n", nameServer, "-t", TOPIC));
        }
        for (ChildProcess clusterList : clusterLists) {
            printsAndSucceeds(admin.finish(clusterList), broker.spec().name(), address);
        }
        for (ChildProcess topicList : topicLists) {
            printsAndSucceeds(admin.finish(topicList), TOPIC);
        }
        for (ChildProcess topicRoute : topicRoutes) {
            printsAndSucceeds(admin.finish(topicRoute), address);
        }
    }

    private static void printsAndSucceeds(ChildExit command, String... wanted) {
        assertThat(command.output()).contains(wanted);
        assertThat(command.code()).as(command.output()).isZero();
    }
}
