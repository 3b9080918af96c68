package io.github.raftns.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts with real nodes. What they refuse and how they fail is tested with small programs in the client's module. */
@Timeout(240)
final class ClusterScriptTest {
    private static final int NODES = 3;

    @TempDir
    private Path scratch;

    @AfterEach
    void nothingIsLeftRunning() throws IOException, InterruptedException {
        for (String name : List.of("one", "two", "late")) {
            if (Files.exists(scratch.resolve(name).resolve("cluster.properties"))) {
                assertThat(cluster(name, "stop").code()).isZero();
            }
        }
    }

    /** One story, since every chapter needs running nodes. */
    @Test
    void twoClustersOfRealNodesLiveSideBySideFromStartToStop() throws IOException, InterruptedException {
        int port = Scripts.freeBase(0, NODES);
        Scripts.Result started = cluster("one", "start", "--port", Integer.toString(port));
        assertThat(started.err()).isEmpty();
        assertThat(started.code()).isZero();
        aLineForEveryNode(started.out(), "one", port, NODES);

        int otherPort = Scripts.freeBase(port + NODES, 1);
        Scripts.Result other = cluster("two", "start", "--nodes", "1", "--port", Integer.toString(otherPort));
        assertThat(other.err()).isEmpty();
        assertThat(other.code()).isZero();
        aLineForEveryNode(other.out(), "two", otherPort, 1);

        Scripts.Result verified = new Scripts(scratch).run("ns", "verify", "--deep", "--address", addresses(port));
        assertThat(verified.err()).isEmpty();
        assertThat(verified.code()).isZero();
        assertThat(verified.out()).contains("equal on 3 nodes");

        String killed = pid("one", 1);
        assertThat(cluster("one", "kill", "1").out()).isEqualTo("node 1 (process " + killed + ") killed\n");
        Scripts.Result oneDead = cluster("one", "status");
        assertThat(oneDead.code()).isEqualTo(1);
        assertThat(oneDead.out()).contains("UNREACHABLE");
        Scripts.Result restarted = cluster("one", "restart", "1");
        assertThat(restarted.err()).isEmpty();
        assertThat(restarted.code()).isZero();
        assertThat(restarted.out()).isEqualTo("node 1 is ready, process " + pid("one", 1) + "\n");
        assertThat(pid("one", 1)).isNotEqualTo(killed);

        assertThat(cluster("one", "pause", "2").code()).isZero();
        Scripts.Result onePaused = cluster("one", "status");
        assertThat(onePaused.code()).isEqualTo(1);
        assertThat(onePaused.out()).contains("node 2  paused  process " + pid("one", 2));
        assertThat(cluster("one", "resume", "2").code()).isZero();
        assertThat(cluster("one", "log", "2").out()).contains("The Name Server boot success");

        Scripts.Result stopped = cluster("one", "stop");
        assertThat(stopped.err()).isEmpty();
        assertThat(stopped.code()).isZero();
        assertThat(stopped.out()).isEqualTo("node 1 stopped\nnode 2 stopped\nnode 3 stopped\n");
        assertThat(cluster("two", "status").code()).isZero();

        // what was made stays, and starts again as it was
        Scripts.Result again = cluster("one", "start");
        assertThat(again.err()).isEmpty();
        assertThat(again.code()).isZero();
        aLineForEveryNode(again.out(), "one", port, NODES);
    }

    @Test
    void aStartThatIsNotReadyInTimeSaysWhichNodeAndWhyAndLeavesNothingRunning()
            throws IOException, InterruptedException {
        int port = Scripts.freeBase(0, NODES);
        Scripts.Result late = cluster("late", "start", "--port", Integer.toString(port), "--wait", "0");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err().lines())
                .singleElement()
                .asString()
                .startsWith("cluster: node 1 is not ready after 0 s: ");
        assertThat(cluster("late", "stop").out()).startsWith("no node of ").endsWith(" runs\n");
    }

    private Scripts.Result cluster(String name, String... words) throws IOException, InterruptedException {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--dir";
        all[words.length + 1] = scratch.resolve(name).toString();
        return new Scripts(scratch).run("cluster", all);
    }

    /** Identity, address, process, role, term and applied index of each; one of them leads. */
    private void aLineForEveryNode(String out, String name, int port, int nodes) throws IOException {
        List<String> lines = out.lines().toList();
        assertThat(lines).hasSize(1 + nodes);
        assertThat(lines.get(0)).matches("NODE +ADDRESS +PROCESS +ROLE +TERM .* APPLIED .*");
        for (int i = 1; i <= nodes; i++) {
            assertThat(lines.get(i))
                    .matches(i + " +127\\.0\\.0\\.1:" + (port + i - 1) + " +" + pid(name, i)
                            + " +(LEADER|FOLLOWER) +[1-9]\\d* +\\d+ +\\d+ .*");
        }
        assertThat(lines.stream().skip(1).filter(line -> line.contains(" LEADER ")))
                .hasSize(1);
    }

    private String pid(String name, int node) throws IOException {
        return Files.readString(scratch.resolve(name).resolve("node-" + node).resolve("pid"))
                .split(" ", 2)[0];
    }

    private static String addresses(int port) {
        return "127.0.0.1:" + port + ",127.0.0.1:" + (port + 1) + ",127.0.0.1:" + (port + 2);
    }
}
