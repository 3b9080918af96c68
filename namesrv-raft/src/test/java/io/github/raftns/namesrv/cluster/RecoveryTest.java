package io.github.raftns.namesrv.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.rpc.client.RpcException;
import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.IncomingResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that come back. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveryTest {
    private static final Duration MAX_STALENESS = Duration.ofSeconds(2);

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
    void aNodeThatWasDownHasReadTheLogWhenItAnswersFirst() throws Exception {
        int down = cluster.followers().get(0);
        cluster.stop(down);
        registerAt(cluster.leader(), "log-reader", "MissedInLog");

        assertThat(cluster.refuses(down)).isTrue();
        cluster.start(down);
        assertThat(cluster.firstAnswer(down, "MissedInLog").code()).isZero();
        cluster.healAndVerify();
    }

    @Test
    void aNodeBehindTheLogHasLoadedASnapshotWhenItAnswersFirst() throws Exception {
        int down = cluster.followers().get(0);
        cluster.stop(down);
        SortedSet<String> before = snapshots(down);
        cutTheLogOfTheOthers(down, "MissedInSnapshot");

        cluster.start(down);
        assertThat(cluster.firstAnswer(down, "MissedInSnapshot2").code()).isZero();
        assertThat(snapshots(down)).isNotEqualTo(before);
        cluster.stabilise();
        cluster.route("MissedInSnapshot1");
        cluster.healAndVerify();
    }

    @Test
    void aNodeThatLostItsDiskIsLikeTheOthersAgain() throws Exception {
        int lost = cluster.followers().get(0);
        cluster.kill(lost);
        cluster.wipe(lost);
        cutTheLogOfTheOthers(lost, "Survived");

        cluster.start(lost);
        assertThat(cluster.firstAnswer(lost, "Survived2").code()).isZero();
        cluster.healAndVerify();
    }

    @Test
    void afterAllWereKilledAtOnceTheFirstAnswerIsTheRoute() throws Exception {
        registerAt(cluster.leader(), "sleeper", "Sleeper");
        List<Future<?>> killings = new ArrayList<>();
        for (int node : cluster.numbers()) {
            killings.add(cluster.later(() -> {
                cluster.kill(node);
                return null;
            }));
        }
        for (Future<?> killing : killings) {
            killing.get();
        }

        cluster.numbers().forEach(cluster::start);
        for (int node : cluster.numbers()) {
            assertThat(cluster.firstAnswer(node, "Sleeper").code()).isZero();
        }
        cluster.healAndVerify();
    }

    @Test
    void withoutALeaderInSightANodeServesWhatItKnowsOnlyIfItsLastContactIsRecentEnough() throws Exception {
        registerAt(cluster.leader(), "alone", "Alone");
        cluster.stabilise();
        int alone = cluster.followers().get(0);
        Path contact = cluster.dataDirectory(alone).resolve("leader-contact");
        Cluster.await(Cluster.PATIENCE).until(() -> Files.exists(contact));
        cluster.numbers().forEach(cluster::stop);

        long started = cluster.nanoTime();
        cluster.start(alone);
        assertThat(cluster.firstAnswer(alone, "Alone").code()).isZero();
        assertThat(Duration.ofNanos(cluster.nanoTime() - started))
                .as("refused until no leader was in sight for long enough")
                .isGreaterThanOrEqualTo(MAX_STALENESS);
        assertThat(cluster.knows(alone, "Alone")).isTrue();
        assertThatThrownBy(
                        () -> cluster.lookup(alone, "Stranger", HeaderForm.JSON).join())
                .cause()
                .isInstanceOfSatisfying(
                        RpcException.class, closed -> assertThat(closed.kind()).isEqualTo(RpcException.Kind.CLOSED));
        cluster.stop(alone);

        cluster.configure(alone, "raft.serveStaleFor", "0s");
        cluster.start(alone);
        Cluster.await(Cluster.PATIENCE)
                .until(() -> cluster.readiness(alone).why(), why -> why.contains("the last was heard"));
        assertThat(cluster.refuses(alone)).isTrue();

        cluster.others(alone).forEach(cluster::start);
        cluster.healAndVerify();
    }

    @Test
    void anAlteredRowIsFoundAndNamed() throws Exception {
        registerAt(cluster.leader(), "exact", "Exact");
        cluster.stabilise();
        int altered = cluster.followers().get(0);
        StateOnDisk disk = new StateOnDisk(cluster.dataDirectory(altered));
        cluster.stop(altered);
        disk.queues("exact", "Exact", 16);
        cluster.start(altered);
        cluster.stabilise();

        String addresses = String.join(
                ",",
                cluster.numbers().stream()
                        .map(node -> cluster.member(node).remoting().toString())
                        .toList());
        CommandLine.Result found = CommandLine.ns("--address", addresses, "--timeout", "10s", "verify", "--deep");
        assertThat(found.code()).as(found.output()).isEqualTo(1);
        assertThat(found.output())
                .containsPattern("node " + altered + " .* differs at index \\d+ in topic/exact/Exact, rows")
                .containsPattern("node " + altered + " .* differs at index \\d+ in topic/exact/Exact, view");
        for (int sound : cluster.others(altered)) {
            assertThat(found.output()).doesNotContainPattern("node " + sound + " .* differs");
        }

        cluster.stop(altered);
        disk.queues("exact", "Exact", RegistrationBody.QUEUES);
        cluster.start(altered);
        cluster.healAndVerify();
        CommandLine.Result sound = CommandLine.ns("--address", addresses, "--timeout", "10s", "verify", "--deep");
        assertThat(sound.code()).as(sound.output()).isZero();
    }

    private void registerAt(int node, String broker, String topic) throws IOException {
        IncomingResponse answer = cluster.broker(broker).holds(topic).register(node);
        assertThat(answer.code()).as(String.valueOf(answer.remark())).isZero();
    }

    /** The second snapshot lets the log before the first one go. */
    private void cutTheLogOfTheOthers(int down, String topic) throws Exception {
        for (int round = 1; round <= 2; round++) {
            registerAt(cluster.leader(), "writer-" + topic + round, topic + round);
            for (int node : cluster.others(down)) {
                cluster.node(node)
                        .replication()
                        .snapshotNow()
                        .toCompletableFuture()
                        .get(Cluster.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private SortedSet<String> snapshots(int node) throws IOException {
        Path directory = cluster.dataDirectory(node).resolve("raft").resolve("snapshot");
        SortedSet<String> names = new TreeSet<>();
        try (Stream<Path> found = Files.list(directory)) {
            found.filter(path -> path.getFileName().toString().startsWith("snapshot_"))
                    .forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }
}
