package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Unmodified brokers and clients on a cluster of ours, while its nodes die. */
@Timeout(300)
final class RealRocketmqTest {
    private static final int NODES = 3;
    private static final String TOPIC = "LabTopic";
    private static final int MESSAGES = 2_000;
    private static final int PER_SECOND = 150;
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TRAFFIC_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration REGISTRATION_TIMEOUT = Duration.ofSeconds(45);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(200);

    @ParameterizedTest
    @EnumSource(RocketmqVersion.class)
    void noSendFailsAndNoMessageIsLostWhileTheLeaderIsKilledAndComesBack(RocketmqVersion version) throws Exception {
        try (Lab lab = Lab.open("leader-killed-" + version.number())) {
            RaftnsCluster cluster = RaftnsCluster.start(lab, NODES, new ReadyzLeaderSight());
            cluster.awaitReady(READY_TIMEOUT);
            StockBroker broker = startBrokerWithTopic(lab, version, cluster);

            Receiver receiver = Receiver.start(lab, version, cluster.nameServers(), TOPIC, "lab-group");
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
        }
    }

    @ParameterizedTest
    @EnumSource(RocketmqVersion.class)
    void aColdClientGetsTheRouteAtItsFirstAskAfterAFullRestartThoughTheBrokerIsSilent(RocketmqVersion version)
            throws Exception {
        try (Lab lab = Lab.open("all-restarted-" + version.number())) {
            RaftnsCluster cluster = RaftnsCluster.start(lab, NODES, new ReadyzLeaderSight());
            cluster.awaitReady(READY_TIMEOUT);
            StockBroker broker = startBrokerWithTopic(lab, version, cluster);

            broker.process().pause();
            cluster.killAll();
            cluster.restartAll();
            cluster.awaitReady(READY_TIMEOUT);

            RouteAnswer answer = RouteProbe.ask(lab, version, cluster.nameServers(), TOPIC);
            assertThat(answer.found()).as(answer.toString()).isTrue();
            assertThat(answer.detail()).contains(broker.spec().name());
            for (RaftnsNode node : cluster.nodes()) {
                RawAnswer route = RawAsk.route(node.address(), TOPIC, ASK_TIMEOUT);
                assertThat(route.code()).as("route by node %s", node.id()).isZero();
                assertThat(route.body()).contains(broker.address().toString());
            }
        }
    }

    /** A broker that every node knows, and its topic likewise. */
    private static StockBroker startBrokerWithTopic(Lab lab, RocketmqVersion version, RaftnsCluster cluster)
            throws InterruptedException {
        // as often as a broker allows, so that it registers during the outage too
        BrokerSpec spec =
                BrokerSpec.master(version, "broker-a", cluster.nameServers()).with("registerNameServerPeriod", "10000");
        StockBroker broker = StockBroker.start(lab, spec);
        broker.awaitReady();
        for (RaftnsNode node : cluster.nodes()) {
            broker.awaitKnownTo(node.address());
        }
        new MqAdmin(lab, version).createTopic(cluster.nameServers(), broker, TOPIC);
        for (RaftnsNode node : cluster.nodes()) {
            await("node " + node.id() + " to know the topic")
                    .atMost(REGISTRATION_TIMEOUT)
                    .pollInterval(POLL)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() ->
                            RawAsk.route(node.address(), TOPIC, ASK_TIMEOUT).code() == 0);
        }
        return broker;
    }

    private static void adminSeesTheSameOnEveryNode(MqAdmin admin, RaftnsCluster cluster, StockBroker broker)
            throws InterruptedException {
        String address = broker.address().toString();
        for (RaftnsNode node : cluster.nodes()) {
            String nameServer = node.address().toString();
            ChildProcess clusterList = admin.begin("clusterList", "-n", nameServer);
            ChildProcess topicList = admin.begin("topicList", "-n", nameServer);
            ChildProcess topicRoute = admin.begin("topicRoute", "-n", nameServer, "-t", TOPIC);
            printsAndSucceeds(admin.finish(clusterList), broker.spec().name(), address);
            printsAndSucceeds(admin.finish(topicList), TOPIC);
            printsAndSucceeds(admin.finish(topicRoute), address);
        }
    }

    private static void printsAndSucceeds(ChildExit command, String... wanted) {
        assertThat(command.output()).contains(wanted);
        assertThat(command.code()).as(command.output()).isZero();
    }
}
