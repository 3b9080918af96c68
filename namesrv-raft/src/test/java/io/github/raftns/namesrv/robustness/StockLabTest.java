package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.rpc.model.HostPort;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

            ChildExit created = admin.run(
                    "updateTopic", "-n", nameServers, "-c", broker.spec().cluster(), "-t", TOPIC, "-r", "4", "-w", "4");
            assertThat(created.code()).isZero();
            assertThat(created.output()).contains("create topic to " + broker.address() + " success");

            messagesArrive(lab, version, nameServers);
            adminSeesTheBroker(admin, broker, nameServers);
            aColdClientGetsTheRoute(lab, version, nameServers);
            aPausedNameServerIsSilentAndAResumedOneAnswers(nameServer, broker);
        }
    }

    private static void messagesArrive(Lab lab, RocketmqVersion version, String nameServers)
            throws InterruptedException {
        Receiver receiver = Receiver.start(lab, version, nameServers, TOPIC, "lab-group");
        Producer producer = Producer.start(lab, version, nameServers, TOPIC, MESSAGES, 0);
        producer.awaitDone(TRAFFIC_TIMEOUT);
        assertThat(producer.failures()).isEmpty();
        assertThat(producer.sent()).hasSize(MESSAGES);
        receiver.awaitAll(producer.sent(), TRAFFIC_TIMEOUT);
        assertThat(receiver.missing(producer.sent())).isEmpty();
        receiver.child().kill();
    }

    private static void adminSeesTheBroker(MqAdmin admin, StockBroker broker, String nameServers)
            throws InterruptedException {
        Map<ChildProcess, List<String>> commands = new LinkedHashMap<>();
        commands.put(
                admin.begin("clusterList", "-n", nameServers),
                List.of("broker-a", broker.address().toString()));
        commands.put(admin.begin("topicList", "-n", nameServers), List.of(TOPIC, "broker-a"));
        commands.put(
                admin.begin("topicRoute", "-n", nameServers, "-t", TOPIC),
                List.of("broker-a", broker.address().toString()));
        for (Map.Entry<ChildProcess, List<String>> command : commands.entrySet()) {
            ChildExit exit = admin.finish(command.getKey());
            assertThat(exit.code()).as("exit code of %s", command.getKey()).isZero();
            assertThat(exit.output()).contains(command.getValue());
        }
    }

    private static void aColdClientGetsTheRoute(Lab lab, RocketmqVersion version, String nameServers)
            throws InterruptedException {
        RouteAnswer known = RouteProbe.ask(lab, version, nameServers, TOPIC);
        assertThat(known.found()).as(known.toString()).isTrue();
        assertThat(known.detail()).contains("broker-a");
        RouteAnswer unknown = RouteProbe.ask(lab, version, nameServers, "NoSuchTopic");
        assertThat(unknown.found()).as(unknown.toString()).isFalse();
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
}
