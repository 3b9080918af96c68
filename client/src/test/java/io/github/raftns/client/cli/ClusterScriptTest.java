package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs(OS.LINUX)
class ClusterScriptTest {
    private static final int NODES = 3;

    @TempDir
    Path scratch;

    private Path directory;
    private ClusterScript cluster;
    private int port;

    @BeforeEach
    void aFreeRangeOfPorts() throws IOException {
        directory = scratch.toRealPath().resolve("a cluster");
        cluster = new ClusterScript(ClusterScript.ofProject(), directory, scratch);
        port = freePorts();
    }

    @AfterEach
    void nothingIsLeftRunning() throws IOException, InterruptedException {
        if (Files.exists(directory.resolve("cluster.properties"))) {
            assertThat(cluster.run("stop").code()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frobnicate | unknown command 'frobnicate'",
                "kill | 'kill' wants one node index",
                "kill 1 2 | 'kill' wants one node index",
                "start 1 | 'start' takes no node index",
                "start --nodes many | --nodes wants a number",
                "start --nodes 0 | --nodes must be 1 to 15",
                "start --port 80 | --port must be 1024 to 45520",
                "start --frob | unknown option --frob",
                "stop --follow | --follow goes with 'log' only"
            })
    void wrongUsageExitsWithTwoAndOneLine(String line, String mistake) throws IOException, InterruptedException {
        ClusterScript.Result result = cluster.run(line.split(" "));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(mistake);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(directory).doesNotExist();
    }

    @Test
    void aMissingClusterIsSaid() throws IOException, InterruptedException {
        ClusterScript.Result result = cluster.run("status");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualToIgnoringNewLines(
                        "cluster: there is no cluster in " + directory + "; 'cluster start' makes one");
    }

    @Test
    void aPortInUseRefusesTheStartAndChangesNothing() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 1));

            ClusterScript.Result result = start();

            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err())
                    .isEqualToIgnoringNewLines(
                            "cluster: port " + (port + 1) + " (remoting port of node 2) is in use by another process");
            assertThat(directory).doesNotExist();
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeRefusesTheStart() throws IOException, InterruptedException {
        Files.writeString(directory, "a file");

        ClusterScript.Result result = start();

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("is not a directory");
        assertThat(directory).hasContent("a file");
    }

    /** One story, since every chapter needs running nodes. */
    @Test
    void aClusterLivesFromStartToStop() throws IOException, InterruptedException {
        ClusterScript.Result started = start();
        assertThat(started.err()).isEmpty();
        assertThat(started.code()).isZero();
        assertThat(started.out().lines()).hasSize(1 + NODES);
        assertThat(started.out()).contains("127.0.0.1:" + port, Long.toString(cluster.pid(1)), "LEADER");
        assertThat(directory.resolve("node-2").resolve("node.properties"))
                .content()
                .contains(
                        "listenPort=" + (port + 1),
                        "raft.nodeId=2",
                        "raft.peers=1=127.0.0.1:" + port + ":" + (port + 10_000) + ",2=",
                        "raft.httpPort=" + (port + 1 + 20_000));

        ClusterScript.Result again = start();
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("node 1 of " + directory + " already runs (process " + cluster.pid(1) + ")");

        ClusterScript.Result otherSize = cluster.run("status", "--nodes", "5");
        assertThat(otherSize.code()).isEqualTo(1);
        assertThat(otherSize.err()).contains("has 3 nodes, not 5");

        assertThat(cluster.run("kill", "4").code()).isEqualTo(2);

        assertThat(cluster.run("pause", "3").code()).isZero();
        ClusterScript.Result paused = cluster.run("status");
        assertThat(paused.code()).isEqualTo(1);
        assertThat(paused.out())
                .contains("no answer within 3000 ms")
                .contains("node 3  paused  process " + cluster.pid(3))
                .contains("node 2  running  process " + cluster.pid(2));
        assertThat(cluster.run("resume", "3").code()).isZero();

        long before = cluster.pid(2);
        assertThat(cluster.run("kill", "2").out()).contains("node 2 (process " + before + ") killed");
        assertThat(runs(before)).isFalse();
        assertThat(cluster.run("kill", "2").err()).contains("is not running");
        assertThat(cluster.run("restart", "2").code()).isZero();
        assertThat(cluster.pid(2)).isNotEqualTo(before);
        assertThat(cluster.run("status").code()).isZero();

        assertThat(cluster.run("log", "2")
                        .out()
                        .lines()
                        .filter(line -> line.contains("node 2 listens on " + (port + 1))))
                .hasSize(2);

        List<Long> pids = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            pids.add(cluster.pid(i));
        }
        assertThat(cluster.run("pause", "1").code()).isZero(); // a frozen node stops all the same
        ClusterScript.Result stopped = cluster.run("stop");
        assertThat(stopped.code()).isZero();
        assertThat(stopped.err()).isEmpty();
        assertThat(pids).noneMatch(ClusterScriptTest::runs);
        assertThat(cluster.run("stop").out()).contains("no node of " + directory + " runs");
    }

    @Test
    void aProcessThatOnlyHasTheRecordedNumberIsNeverSignalled() throws IOException, InterruptedException {
        madeButNotStarted();
        Process bystander = new ProcessBuilder("sleep", "120").start();
        try {
            Files.writeString(cluster.pidFile(1), bystander.pid() + " 1\n");

            assertThat(cluster.run("kill", "1").err()).contains("node 1 of " + directory + " is not running");
            assertThat(cluster.run("stop").out()).contains("no node of " + directory + " runs");

            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly().waitFor();
        }
    }

    @Test
    void aNodeThatRefusesToStartEndsTheStartWithItsOwnWordsAndStopsTheOthers()
            throws IOException, InterruptedException {
        madeButNotStarted();
        fake(2, "refuse");

        ClusterScript.Result result = cluster.run("start");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualToIgnoringNewLines(
                        "cluster: node 2 ended with exit code 3: the data directory belongs to another node");
        assertThat(cluster.run("stop").out()).contains("no node of " + directory + " runs");
    }

    @Test
    void aNodeThatIsNotReadyInTimeSaysWhyAndNothingStaysRunning() throws IOException, InterruptedException {
        madeButNotStarted();
        fake(3, "unready");

        ClusterScript.Result result = cluster.run("start", "--wait", "8");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).isEqualToIgnoringNewLines("cluster: node 3 is not ready after 8 s: has not caught up");
        assertThat(cluster.run("stop").out()).contains("no node of " + directory + " runs");
    }

    @Test
    void aMovedDirectoryIsRefusedBecauseItsFilesPointToTheOldOne() throws IOException, InterruptedException {
        madeButNotStarted();
        Path file = directory.resolve("node-1").resolve("node.properties");
        Files.writeString(file, Files.readString(file).replace(directory.toString(), "/elsewhere"));

        ClusterScript.Result result = cluster.run("start");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("names raft.dataDir=/elsewhere/node-1/data; was the directory moved?");
    }

    @Test
    void theScriptsWorkThroughSymbolicLinks() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(scratch.resolve("cl"), ClusterScript.ofProject());

        ClusterScript.Result result = new ClusterScript(link, directory, scratch).run("status");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).startsWith("cl: there is no cluster in " + directory);
    }

    private ClusterScript.Result start() throws IOException, InterruptedException {
        return cluster.run("start", "--nodes", Integer.toString(NODES), "--port", Integer.toString(port));
    }

    /** The files of a cluster whose first start found no node that runs. */
    private void madeButNotStarted() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("cluster.properties"),
                "clusterId=4c5e6f00-0000-4000-8000-000000000001\nnodes=" + NODES + "\nbasePort=" + port + "\n");
        for (int i = 1; i <= NODES; i++) {
            Path home = Files.createDirectories(directory.resolve("node-" + i));
            int listen = port + i - 1;
            Files.writeString(
                    home.resolve("node.properties"),
                    "listenPort=" + listen + "\nraft.clusterId=c\nraft.nodeId=" + i + "\nraft.peers=1=127.0.0.1:" + port
                            + ":" + (port + 10_000) + "\nraft.dataDir=" + home + "/data\nraft.httpPort="
                            + (listen + 20_000) + "\n");
        }
    }

    private void fake(int index, String behaviour) throws IOException {
        Path file = directory.resolve("node-" + index).resolve("node.properties");
        Files.writeString(file, Files.readString(file) + "fake=" + behaviour + "\n");
    }

    /** What has ended but was not reaped by its parent yet does not run. */
    private static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    /** Below the range that the kernel takes ports for outgoing connections from. */
    private static int freePorts() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int base = ThreadLocalRandom.current().nextInt(10_500, 12_500);
            boolean free = true;
            for (int offset = 0; offset <= 20_000; offset += 10_000) {
                for (int i = 0; i < NODES; i++) {
                    free &= isFree(base + offset + i);
                }
            }
            if (free) {
                return base;
            }
        }
        throw new IOException("no free range of ports was found");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
