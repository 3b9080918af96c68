package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.rpc.model.HostPort;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The lab works against the stock NameServer: what the robustness tests say about ours is measured by the same means, and these means
 * are right.
 */
@Timeout(240)
final class StockLabTest {
    private static final String TOPIC = "LabTopic";
    private static final int MESSAGES = 200;
    private static final int SIGTERM_EXIT = 128 + 15;
    private static final Duration TRAFFIC_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PAUSED_TIMEOUT = Duration.ofSeconds(1);

    @ParameterizedTest
    @EnumSource(RocketmqVersion.class)
    void stockPartsWorkTogetherInTheLab(RocketmqVersion version) throws Exception {
        try (Lab lab = Lab.open("stock-" + version.number())) {
            StockNameServer nameServer = StockNameServer.start(lab, version);
            nameServer.awaitReady();
            String nameServers = nameServer.address().toString();
            StockBroker broker = StockBroker.start(lab, BrokerSpec.master(version, "broker-a", nameServers));
            broker.awaitReady();
            broker.awaitKnownTo(nameServer.address());
            MqAdmin admin = new MqAdmin(lab, version);

            ChildProcess created = admin.createTopic(nameServers, broker, TOPIC);
            messagesArrive(lab, version, nameServers);
            List<ChildProcess> commands = commandsPrintTheBroker(admin, broker, nameServers);
            aColdClientGetsTheRoute(lab, version, nameServers);
            aPausedNameServerIsSilentAndAResumedOneAnswers(nameServer, broker);
            aRestartedNameServerKnowsNothingWhileTheBrokerIsSilent(lab, nameServer, broker);
            // last, since every command idles for seconds between its last line and its end
            commands.add(created);
            for (ChildProcess command : commands) {
                assertThat(admin.finish(command).code())
                        .as("exit code of %s", command)
                        .isZero();
            }
        }
    }

    private static void messagesArrive(Lab lab, RocketmqVersion version, String nameServers)
            throws InterruptedException {
        Receiver receiver = Receiver.start(lab, version, nameServers, TOPIC, "lab-group");
        Producer producer = Producer.start(lab, version, nameServers, TOPIC, MESSAGES, 0);
        producer.awaitReady();
        producer.awaitDone(TRAFFIC_TIMEOUT);
        assertThat(producer.failures()).isEmpty();
        assertThat(producer.sent()).hasSize(MESSAGES);
        receiver.awaitAll(producer.sent(), TRAFFIC_TIMEOUT);
        assertThat(receiver.missing(producer.sent())).isEmpty();
        receiver.child().kill();
    }

    /** Side by side; they have printed what they should but need not have ended. */
    private static List<ChildProcess> commandsPrintTheBroker(MqAdmin admin, StockBroker broker, String nameServers)
            throws InterruptedException {
        String name = broker.spec().name();
        String address = broker.address().toString();
        ChildProcess clusterList = admin.begin("clusterList", "-n", nameServers);
        ChildProcess topicList = admin.begin("topicList", "-n", nameServers);
        ChildProcess topicRoute = admin.begin("topicRoute", "-n", nameServers, "-t", TOPIC);
        clusterList.awaitLine("the broker", line -> line.contains(name) && line.contains(address), TRAFFIC_TIMEOUT);
        topicList.awaitLine("the topic", TOPIC::equals, TRAFFIC_TIMEOUT);
        topicRoute.awaitLine("the broker", line -> line.contains(address), TRAFFIC_TIMEOUT);
        return new ArrayList<>(List.of(clusterList, topicList, topicRoute));
    }

    private static void aColdClientGetsTheRoute(Lab lab, RocketmqVersion version, String nameServers)
            throws InterruptedException {
        RouteAnswer known = RouteProbe.ask(lab, version, nameServers, TOPIC);
        assertThat(known.found()).as(known.toString()).isTrue();
        assertThat(known.detail()).contains("broker-a");
    }

    private static void aPausedNameServerIsSilentAndAResumedOneAnswers(StockNameServer nameServer, StockBroker broker)
            throws Exception {
        HostPort address = nameServer.address();
        nameServer.process().pause();
        assertThatThrownBy(() -> RawAsk.clusterInfo(address, PAUSED_TIMEOUT))
                .isInstanceOf(SocketTimeoutException.class);
        nameServer.process().resume();
        RawAnswer cluster = RawAsk.clusterInfo(address, ASK_TIMEOUT);
        assertThat(cluster.code()).isZero();
        assertThat(cluster.body()).contains(broker.address().toString());
        assertThat(RawAsk.route(address, TOPIC, ASK_TIMEOUT).code()).isZero();
        assertThat(RawAsk.route(address, "NoSuchTopic", ASK_TIMEOUT).code()).isEqualTo(17);
    }

    /** The control of the experiment with our nodes: where routes are in memory only, a restart loses them. */
    private static void aRestartedNameServerKnowsNothingWhileTheBrokerIsSilent(
            Lab lab, StockNameServer nameServer, StockBroker broker) throws Exception {
        broker.process().pause();
        nameServer.process().kill();
        nameServer.process().restart();
        nameServer.awaitReady();
        RouteAnswer answer = RouteProbe.ask(
                lab, broker.spec().version(), nameServer.address().toString(), TOPIC);
        assertThat(answer.found()).as(answer.toString()).isFalse();
        broker.process().resume();
        assertThat(nameServer.process().terminate(TRAFFIC_TIMEOUT)).isEqualTo(SIGTERM_EXIT);
    }
}
