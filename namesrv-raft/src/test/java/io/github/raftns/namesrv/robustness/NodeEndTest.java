package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.raftns.namesrv.wire.RowWire;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.checkpoint.StateDirectory;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a node's process ends: on a signal, and when it must not go on. */
@Timeout(120)
final class NodeEndTest {
    private static final int NODES = 3;
    private static final int SIGTERM_EXIT = 128 + 15;
    private static final int FAULT_EXIT = 70;
    private static final byte[] APPLIED_ROW = {'a'};
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(5);

    @Test
    void aLeaderThatIsToldToStopHandsOverAndTheOthersServe() throws Exception {
        try (Lab lab = Lab.open("leader-stopped")) {
            RaftnsCluster cluster = RaftnsCluster.start(lab, NODES, new ReadyzLeaderSight());
            cluster.awaitReady(READY_TIMEOUT);
            RaftnsNode stopped = cluster.awaitLeader(LEADER_TIMEOUT);
            assertThat(stopped.process().terminate(STOP_TIMEOUT)).isEqualTo(SIGTERM_EXIT);
            RaftnsNode successor = cluster.awaitLeader(LEADER_TIMEOUT);
            assertThat(successor.id()).isNotEqualTo(stopped.id());
            for (RaftnsNode node : cluster.nodes()) {
                if (node.id() != stopped.id()) {
                    assertThat(node.isReady()).as("node %s", node.id()).isTrue();
                    assertThat(clusterInfoCode(node.address())).isZero();
                }
            }
            stopped.process().restart();
            cluster.awaitReady(READY_TIMEOUT);
        }
    }

    @Test
    void aStateOfAnotherHistoryEndsTheNodeWithOneLineThatNamesTheRepair() throws Exception {
        try (Lab lab = Lab.open("other-history")) {
            RaftnsCluster cluster = RaftnsCluster.start(lab, NODES, new ReadyzLeaderSight());
            cluster.awaitReady(READY_TIMEOUT);
            // an entry that the state holds, so that there is a row to change
            assertThat(Ns.verifyDeep(lab, cluster).code()).isZero();
            RaftnsNode node = cluster.nodes().get(0);
            assertThat(node.meters().appliedIndex()).isPositive();
            assertThat(node.process().terminate(STOP_TIMEOUT)).isEqualTo(SIGTERM_EXIT);
            changeTermOfTheState(node.dataDirectory().resolve("state"));

            Path config = node.home().resolve("node.properties");
            NodeRun run = NodeRun.start(lab, "other-history", node.home(), "-c", config.toString());
            assertThat(run.code(READY_TIMEOUT)).isEqualTo(FAULT_EXIT);
            // libraries that were already up have their own to say there; a stack trace is in nobody's
            assertThat(run.err()).noneMatch(line -> line.matches("\\s+at .*|Caused by:.*"));
            assertThat(run.err().stream().filter(line -> !line.startsWith("Sofa-Middleware-Log:")))
                    .singleElement()
                    .asString()
                    .startsWith("mqnamesrv: this node cannot go on: ")
                    .contains("the state of another history")
                    .contains("delete its data directory");
            assertThat(run.out()).noneMatch(line -> line.contains("boot success"));
            List<RaftnsNode> others = cluster.nodes().subList(1, NODES);
            await("the others to go on").atMost(LEADER_TIMEOUT).until(() -> bothServe(others));
        }
    }

    private static boolean bothServe(List<RaftnsNode> nodes) throws InterruptedException {
        for (RaftnsNode node : nodes) {
            if (!node.isReady()) {
                return false;
            }
        }
        return true;
    }

    private static int clusterInfoCode(HostPort address) throws IOException {
        return RawAsk.clusterInfo(address, ASK_TIMEOUT).code();
    }

    private static void changeTermOfTheState(Path directory) throws InvalidProtocolBufferException {
        try (StateDirectory state = StateDirectory.open(directory, RocksStore.opener(RocksSettings.defaults()))) {
            byte[] found = Optional.ofNullable(state.current().get(APPLIED_ROW))
                    .orElseThrow(() -> new AssertionError(
                            "no row '" + new String(APPLIED_ROW, StandardCharsets.US_ASCII) + "' in " + directory));
            RowWire.AppliedRow row = RowWire.AppliedRow.parseFrom(found);
            byte[] changed = row.toBuilder().setTerm(row.getTerm() + 7).build().toByteArray();
            state.current().write(new WriteBatch().put(APPLIED_ROW, changed));
        }
    }
}
