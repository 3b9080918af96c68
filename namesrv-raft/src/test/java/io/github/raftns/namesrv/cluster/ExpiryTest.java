package io.github.raftns.namesrv.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.time.Timers;
import io.github.raftns.rpc.wire.BrokerRow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that says nothing any more. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpiryTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration BEAT = Duration.ofMillis(300);

    private final AtomicReference<IOException> deaf = new AtomicReference<>();
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
    void aSilentBrokerGoesEverywhereAfterItsTimeoutAndNoOtherDoes() throws Exception {
        int follower = cluster.followers().get(0);
        Broker silent = cluster.broker("silent").silentAtMost(TIMEOUT).holds("Silent");
        Broker alive = cluster.broker("alive").silentAtMost(TIMEOUT).holds("Alive");
        assertThat(alive.register(follower).code()).isZero();
        Timers.Timer beats = cluster.every(BEAT, () -> beat(alive, follower));

        long lastHeard = cluster.nanoTime();
        assertThat(silent.register(follower).code()).isZero();
        awaitGone("Silent");
        assertThat(Duration.ofNanos(cluster.nanoTime() - lastHeard)).isGreaterThanOrEqualTo(TIMEOUT);

        cluster.stabilise();
        for (int node : cluster.numbers()) {
            assertThat(cluster.lookup(node, "Silent").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        }
        cluster.route("Alive");
        beats.cancel();
        assertThat(deaf.get()).isNull();
        cluster.healAndVerify();
    }

    @Test
    void aNewLeaderGrantsAFullLease() throws Exception {
        int old = cluster.leader();
        int asked = cluster.others(old).get(0);
        Broker broker = cluster.broker("patient").silentAtMost(TIMEOUT).holds("Patient");
        assertThat(broker.register(asked).code()).isZero();
        Cluster.await(Cluster.PATIENCE).until(() -> {
            long left = leaseLeft(old, broker);
            return left >= 0 && left < TIMEOUT.toMillis() / 3;
        });

        long lost = cluster.nanoTime();
        cluster.kill(old);
        cluster.leaderOtherThan(old);
        cluster.start(old);
        cluster.awaitServing(old);
        awaitGone("Patient");
        assertThat(Duration.ofNanos(cluster.nanoTime() - lost)).isGreaterThanOrEqualTo(TIMEOUT);

        cluster.stabilise();
        for (int node : cluster.numbers()) {
            assertThat(cluster.lookup(node, "Patient").code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        }
        cluster.healAndVerify();
    }

    private void beat(Broker broker, int node) {
        try {
            broker.heartbeat(node);
        } catch (IOException failure) {
            deaf.compareAndSet(null, failure);
        }
    }

    /** On any node, so that no removal that comes too early is missed. */
    private void awaitGone(String topic) {
        Cluster.await(Cluster.PATIENCE)
                .until(() -> cluster.numbers().stream().anyMatch(node -> !cluster.knows(node, topic)));
    }

    private long leaseLeft(int node, Broker broker) {
        return cluster.ask(node, NodeConnection::brokers).getBrokersList().stream()
                .filter(row -> row.getName().equals(broker.name()))
                .mapToLong(BrokerRow::getLeaseLeftMillis)
                .findFirst()
                .orElse(-1);
    }
}
