package io.github.raftns.namesrv.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.rpc.client.RpcException;
import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.ResponseCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The leader dies, or is cut off. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaderLossTest {
    private static final Duration MAX_STALENESS = Duration.ofSeconds(2);

    /** How long a registration is held through an election (design W4). */
    private static final Duration HOLD = Duration.ofSeconds(5);

    private Cluster cluster;

    @BeforeAll
    void start(@TempDir Path directory) {
        cluster = Cluster.start(directory, Map.of("raft.maxStaleness", MAX_STALENESS.toMillis() + "ms"));
    }

    @AfterAll
    void close() {
        cluster.close();
    }

    @Test
    void whatWasAcknowledgedWhileTheLeaderWasKilledIsOnAllNodes() throws Exception {
        int old = cluster.leader();
        AtomicBoolean enough = new AtomicBoolean();
        List<Future<List<String>>> writers = new ArrayList<>();
        for (int node : cluster.numbers()) {
            Broker broker = cluster.broker("stream-" + node);
            writers.add(cluster.later(() -> acknowledged(broker, node, enough)));
        }
        long before = cluster.applied(old);
        Cluster.await(Cluster.PATIENCE).until(() -> cluster.applied(old) > before + 20);

        Future<Void> killing = cluster.later(() -> {
            cluster.kill(old);
            return null;
        });
        int successor = cluster.leaderOtherThan(old);
        long index = cluster.applied(successor);
        Cluster.await(Cluster.PATIENCE).until(() -> cluster.applied(successor) > index + 5);
        enough.set(true);
        killing.get();

        cluster.start(old);
        cluster.heal();
        cluster.stabilise();
        for (Future<List<String>> writer : writers) {
            List<String> topics = writer.get();
            assertThat(topics).isNotEmpty();
            topics.forEach(cluster::route);
        }
        cluster.healAndVerify();
    }

    /** Registers one topic more each time, until it is enough or the node is gone; returns those that were acknowledged. */
    private static List<String> acknowledged(Broker broker, int node, AtomicBoolean enough) {
        List<String> sent = new ArrayList<>();
        List<String> acknowledged = new ArrayList<>();
        try {
            while (!enough.get()) {
                sent.add(broker.name() + "-" + sent.size());
                IncomingResponse answer =
                        broker.holds(sent.toArray(String[]::new)).register(node);
                if (answer.isSuccess()) {
                    acknowledged.addAll(sent.subList(acknowledged.size(), sent.size()));
                }
            }
        } catch (IOException killed) {
            return acknowledged;
        }
        return acknowledged;
    }

    @Test
    void aRegistrationSentDuringAnElectionIsHeldAndAcknowledged() throws Exception {
        int old = cluster.leader();
        List<Integer> survivors = cluster.others(old);
        Broker broker = cluster.broker("held").holds("Held");
        cluster.isolate(old);
        List<Future<IncomingResponse>> held = new ArrayList<>();
        long sent = cluster.nanoTime();
        for (int node : survivors) {
            held.add(cluster.later(() -> broker.register(node)));
        }
        for (Future<IncomingResponse> answer : held) {
            assertThat(answer.get().code()).isZero();
        }
        assertThat(Duration.ofNanos(cluster.nanoTime() - sent)).isLessThanOrEqualTo(HOLD);
        assertThat(cluster.leaderOtherThan(old)).isIn(survivors);
        cluster.kill(old);
        cluster.start(old);
        cluster.stabilise();
        cluster.route("Held");
        cluster.healAndVerify();
    }

    @Test
    void aLeaderInTheMinorityAcknowledgesNothingAndMisleadsNobody() throws Exception {
        Broker known = cluster.broker("known").holds("Known");
        assertThat(known.register(1).code()).isZero();
        cluster.stabilise();
        int old = cluster.leader();
        IncomingResponse before = cluster.lookup(old, "Known");

        cluster.isolate(old);
        Broker lost = cluster.broker("lost").holds("Lost");
        Future<IncomingResponse> minority = cluster.later(() -> lost.register(old));
        int successor = cluster.leaderOtherThan(old);
        Broker onward = cluster.broker("onward").holds("Onward");
        assertThat(onward.register(successor).code()).isZero();
        assertThat(cluster.knows(successor, "Onward")).isTrue();

        Cluster.await(Cluster.PATIENCE)
                .until(() -> cluster.status(old).getLeaderAgeMillis() > MAX_STALENESS.toMillis());
        List<CompletableFuture<IncomingResponse>> unsure = new ArrayList<>();
        for (HeaderForm form : HeaderForm.values()) {
            unsure.add(cluster.lookup(old, "Onward", form));
            unsure.add(cluster.lookup(old, "Nowhere", form));
        }
        Cluster.await(Cluster.PATIENCE).until(() -> {
            assertThat(cluster.lookup(old, "Known").body()).isEqualTo(before.body());
            return minority.isDone() && unsure.stream().allMatch(CompletableFuture::isDone);
        });
        assertThat(minority.get().code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
        for (CompletableFuture<IncomingResponse> lookup : unsure) {
            assertThatThrownBy(lookup::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(RpcException.class, closed -> assertThat(closed.kind())
                            .isEqualTo(RpcException.Kind.CLOSED));
        }

        cluster.heal();
        cluster.stabilise();
        cluster.route("Known");
        cluster.route("Onward");
        for (int node : cluster.numbers()) {
            assertThat(cluster.lookup(node, "Lost").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        }
        cluster.healAndVerify();
    }
}
