package io.github.raftns.namesrv.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.ResponseCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What brokers do every day, through any node of a healthy cluster. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegistrationTest {
    private Cluster cluster;

    @BeforeAll
    void start(@TempDir Path directory) {
        cluster = Cluster.start(directory, Map.of());
    }

    @AfterAll
    void close() {
        cluster.close();
    }

    @Test
    void aRegistrationThroughAllNodesAtOnceIsOneEntryAndOneRoute() throws Exception {
        Broker broker = cluster.broker("everywhere").holds("EverywhereA", "EverywhereB");
        long before = cluster.applied(cluster.leader());
        List<Future<IncomingResponse>> answers = new ArrayList<>();
        for (int node : cluster.numbers()) {
            answers.add(cluster.later(() -> broker.register(node)));
        }
        for (Future<IncomingResponse> answer : answers) {
            assertThat(answer.get().code()).isZero();
        }

        cluster.stabilise();
        assertThat(cluster.applied(1)).isEqualTo(before + 1);
        assertThat(new String(cluster.route("EverywhereA").toByteArray(), StandardCharsets.UTF_8))
                .contains("everywhere.example:10911");
        cluster.healAndVerify();
    }

    @ParameterizedTest
    @EnumSource
    void aRepeatInAnyFormThroughAnyNodeAddsNoEntry(Release release) throws Exception {
        Broker broker = cluster.broker("steady-" + release)
                .of(release)
                .holds("S1" + release, "S2" + release, "S3" + release, "S4" + release);
        assertThat(broker.register(1).code()).isZero();
        cluster.stabilise();
        long before = cluster.applied(1);

        RegistrationBody full = broker.body();
        List<RegistrationBody> repeats = List.of(
                full,
                full.stamped(full.mappingStamp() + 30_000),
                full.with(full.topics().subList(1, 2)),
                full.with(full.topics().subList(0, 2)),
                full.with(full.topics().subList(2, 4)),
                full.reversed(),
                full.deflated(),
                full.reversed().deflated(),
                full);
        for (int node : cluster.numbers()) {
            double seen = cluster.renewals(node);
            for (RegistrationBody repeat : repeats) {
                assertThat(broker.register(node, repeat).code())
                        .as("%s at node %d", repeat, node)
                        .isZero();
            }
            assertThat(cluster.renewals(node) - seen)
                    .as("renewals at node %d", node)
                    .isEqualTo(repeats.size());
        }

        cluster.stabilise();
        assertThat(cluster.applied(1)).isEqualTo(before);
        cluster.healAndVerify();
    }

    @Test
    void anAcknowledgedRegistrationIsSeenAtOnceWhereItWasSent() throws Exception {
        Broker broker = cluster.broker("own-write");
        List<String> topics = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            for (int node : cluster.numbers()) {
                String topic = "OwnWrite" + round + "At" + node;
                topics.add(topic);
                broker.holds(topics.toArray(String[]::new));
                assertThat(broker.register(node).code()).isZero();
                assertThat(cluster.knows(node, topic)).as(topic).isTrue();
            }
        }
        cluster.healAndVerify();
    }

    @Test
    void aGoodbyeThroughAFollowerHoldsEverywhereAndLateHeartbeatsDoNotUndoIt() throws Exception {
        Broker broker = cluster.broker("leaving").holds("Leaving");
        for (int node : cluster.numbers()) {
            assertThat(broker.register(node).code()).isZero();
        }
        cluster.stabilise();
        long before = cluster.applied(1);

        int follower = cluster.followers().get(0);
        assertThat(broker.goodbye(follower).code()).isZero();
        assertThat(cluster.lookup(follower, "Leaving").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        for (int node : cluster.others(follower)) {
            assertThat(broker.goodbye(node).code()).isZero();
        }
        for (int node : cluster.numbers()) {
            assertThat(broker.heartbeat(node).code()).isZero();
            assertThat(broker.queryVersion(node).extFields()).containsEntry("changed", "true");
        }

        cluster.stabilise();
        assertThat(cluster.applied(1)).as("one removal").isEqualTo(before + 1);
        for (int node : cluster.numbers()) {
            assertThat(cluster.lookup(node, "Leaving").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        }
        cluster.healAndVerify();
    }

    @Test
    void aGoodbyeOfAnOldRegistrationDoesNotRemoveANewerOne() throws Exception {
        Broker broker = cluster.broker("returning").holds("Returning");
        assertThat(broker.register(1).code()).isZero();
        assertThat(broker.register(2).code()).isZero();
        assertThat(broker.goodbye(2).code()).isZero();
        assertThat(broker.register(2).code()).isZero(); // another epoch than the one acknowledged by node 1
        cluster.stabilise();
        long before = cluster.applied(1);

        assertThat(broker.goodbye(1).code()).isZero();
        cluster.stabilise();
        assertThat(cluster.applied(1)).isEqualTo(before);
        cluster.route("Returning");

        // a connection on which nothing was acknowledged speaks for what is there
        broker.disconnect(1);
        assertThat(broker.goodbye(1).code()).isZero();
        assertThat(cluster.knows(1, "Returning")).isFalse();
        cluster.healAndVerify();
    }
}
