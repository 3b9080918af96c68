package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that cannot start as asked says why in one line, ends soon with a code that is not 0, and has changed nothing on disk. */
@Timeout(120)
final class StartRefusedTest {
    private static final Duration REFUSAL_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);
    private static final UUID CLUSTER = UUID.fromString("11111111-2222-3333-4444-555555555555");
    /** So many at a time: each of them gets its fifteen seconds, on few cores. */
    private static final int AT_ONCE = 4;

    private Lab lab;
    private final List<Refusal> refusals = new ArrayList<>();

    @BeforeEach
    void openLab() {
        lab = Lab.open("start-refused");
    }

    @AfterEach
    void closeLab() throws IOException {
        lab.close();
    }

    /** A start to be refused: the directory that must stay as it is, the arguments, and a word of the reason. */
    private record Refusal(String name, Path home, String reason, List<String> arguments) {}

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket remoting = listener();
                ServerSocket raft = listener();
                ServerSocket http = listener()) {
            Path home = home("remoting-port");
            int taken = remoting.getLocalPort();
            refuse(home, properties(home, taken, lab.freePort(), lab.freePort()), "listenPort: cannot listen on");
            home = home("raft-port");
            taken = raft.getLocalPort();
            refuse(home, properties(home, lab.freePort(), taken, lab.freePort()), "127.0.0.1:" + taken);
            home = home("http-port");
            taken = http.getLocalPort();
            refuse(home, properties(home, lab.freePort(), lab.freePort(), taken), "raft.httpPort: cannot listen on");
            allAreRefused();
        }
    }

    @Test
    void aConfigurationThatCannotBeUsedIsNamed() throws Exception {
        Path home = home("no-file");
        refusals.add(new Refusal(
                "no-file",
                home,
                "does not exist",
                List.of("-c", home.resolve("no.properties").toString())));
        home = home("directory-for-file");
        refusals.add(new Refusal("directory-for-file", home, "cannot be read", List.of("-c", home.toString())));
        refuseText("bad-escape", "listenPort=\\u12", "is not a properties file");
        home = home("no-text");
        Path noText = Files.write(home.resolve("node.properties"), new byte[] {(byte) 0xC3, (byte) 0x28});
        refusals.add(new Refusal("no-text", home, "is not UTF-8 text", List.of("-c", noText.toString())));
        refuseChanged("unreadable-value", "raft.electionTimeout", "soon", "raft.electionTimeout=soon is wrong");
        refuseChanged("unreadable-port", "listenPort", "ninethousand", "listenPort=ninethousand is wrong");
        refuseChanged("unreadable-peers", "raft.peers", "1=somewhere", "raft.peers=1=somewhere is wrong");
        refuseChanged("unknown-node", "raft.nodeId", "9", "raft.nodeId 9 is not among raft.peers");
        allAreRefused();
    }

    @Test
    void aDataDirectoryOfSomebodyElseIsLeftAlone() throws Exception {
        Path home = home("other-node");
        writeIdentity(home, CLUSTER, "2");
        refuse(home, properties(home), "belongs to node '2'");
        home = home("other-cluster");
        UUID other = UUID.fromString("99999999-2222-3333-4444-555555555555");
        writeIdentity(home, other, "1");
        refuse(home, properties(home), "belongs to cluster " + other);
        home = home("foreign");
        Files.writeString(Files.createDirectory(home.resolve("data")).resolve("precious.txt"), "keep me");
        refuse(home, properties(home), "precious.txt");
        home = home("file-in-the-way");
        Files.writeString(home.resolve("data"), "a file");
        refuse(home, properties(home), "is not a directory");
        home = home("below-a-file");
        Files.writeString(home.resolve("file"), "a file");
        Map<String, String> below = properties(home);
        below.put(
                "raft.dataDir",
                home.resolve("file").resolve("deep").resolve("data").toString());
        refuse(home, below, "cannot be created");
        home = home("not-writable");
        Map<String, String> kernel = properties(home);
        // where not even root can make anything
        kernel.put("raft.dataDir", "/proc/raftns-data");
        refuse(home, kernel, "/proc/raftns-data cannot be");
        allAreRefused();
    }

    @Test
    void aDataDirectoryInUseIsLeftToTheNodeThatUsesIt() throws Exception {
        RaftnsCluster cluster = RaftnsCluster.start(lab, 1, new ReadyzLeaderSight());
        cluster.awaitReady(READY_TIMEOUT);
        RaftnsNode running = cluster.nodes().get(0);
        Path data = running.dataDirectory();
        DiskListing identity = DiskListing.of(data.resolve("identity.properties"));
        DiskListing lock = DiskListing.of(data.resolve("LOCK"));
        Path home = home("second");
        Map<String, String> properties = properties(home);
        properties.put("raft.clusterId", running.clusterId().toString());
        properties.put("raft.dataDir", data.toString());
        refuse(home, properties, "belongs to the node whose Raft address is");
        allAreRefused();
        assertThat(DiskListing.of(data.resolve("identity.properties"))).isEqualTo(identity);
        assertThat(DiskListing.of(data.resolve("LOCK"))).isEqualTo(lock);
        assertThat(running.isReady()).isTrue();
    }

    @Test
    void theOptionsOfTheStockCommandWork() throws Exception {
        Path home = home("options");
        Path config = PropertiesFile.write(home.resolve("node.properties"), properties(home));
        DiskListing before = DiskListing.of(home);
        NodeRun help = NodeRun.start(lab, "help", home, "-h");
        NodeRun print = NodeRun.start(lab, "print", home, "-p", "-c", config.toString());
        NodeRun printDefaults = NodeRun.start(lab, "print-defaults", home, "-p");
        NodeRun wrong = NodeRun.start(lab, "wrong-option", home, "--no-such-option");

        assertThat(help.code(REFUSAL_TIMEOUT)).isZero();
        assertThat(help.out()).anyMatch(line -> line.contains("--configFile"));
        assertThat(help.err()).isEmpty();
        assertThat(print.code(REFUSAL_TIMEOUT)).isZero();
        assertThat(print.out()).contains("raft.clusterId=" + CLUSTER, "raft.maxStaleness=10s", "raft.nodeId=1");
        assertThat(print.err()).isEmpty();
        assertThat(printDefaults.code(REFUSAL_TIMEOUT)).isZero();
        assertThat(printDefaults.out()).contains("listenPort=9876");
        assertThat(wrong.code(REFUSAL_TIMEOUT)).isEqualTo(1);
        assertThat(wrong.err()).singleElement().asString().contains("--no-such-option");
        assertThat(DiskListing.of(home)).isEqualTo(before);
    }

    /** All that were collected, some side by side. */
    private void allAreRefused() throws InterruptedException {
        for (int from = 0; from < refusals.size(); from += AT_ONCE) {
            areRefused(refusals.subList(from, Math.min(refusals.size(), from + AT_ONCE)));
        }
    }

    private void areRefused(List<Refusal> some) throws InterruptedException {
        List<DiskListing> before =
                some.stream().map(refusal -> DiskListing.of(refusal.home())).toList();
        List<NodeRun> runs = some.stream()
                .map(refusal -> NodeRun.start(
                        lab, refusal.name(), refusal.home(), refusal.arguments().toArray(String[]::new)))
                .toList();
        for (int i = 0; i < runs.size(); i++) {
            Refusal refusal = some.get(i);
            NodeRun run = runs.get(i);
            assertThat(run.code(REFUSAL_TIMEOUT)).as(refusal.name()).isEqualTo(1);
            assertThat(run.err())
                    .as(refusal.name())
                    .singleElement()
                    .asString()
                    .startsWith("mqnamesrv: ")
                    .contains(refusal.reason());
            assertThat(DiskListing.of(refusal.home())).as(refusal.name()).isEqualTo(before.get(i));
        }
    }

    private void refuse(Path home, Map<String, String> properties, String reason) {
        Path config = PropertiesFile.write(home.resolve("node.properties"), properties);
        refusals.add(new Refusal(home.getFileName().toString(), home, reason, List.of("-c", config.toString())));
    }

    private void refuseChanged(String name, String key, String value, String reason) {
        Path home = home(name);
        Map<String, String> properties = properties(home);
        properties.put(key, value);
        refuse(home, properties, reason);
    }

    private void refuseText(String name, String text, String reason) throws IOException {
        Path home = home(name);
        Path config = Files.writeString(home.resolve("node.properties"), text, StandardCharsets.UTF_8);
        refusals.add(new Refusal(name, home, reason, List.of("-c", config.toString())));
    }

    private Path home(String name) {
        return lab.directory(name);
    }

    private Map<String, String> properties(Path home) {
        return properties(home, lab.freePort(), lab.freePort(), lab.freePort());
    }

    /** Of a node that would start, were it not for what the test changes. */
    private static Map<String, String> properties(Path home, int remotingPort, int raftPort, int httpPort) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("listenPort", Integer.toString(remotingPort));
        properties.put("bindAddress", "127.0.0.1");
        properties.put("raft.clusterId", CLUSTER.toString());
        properties.put("raft.nodeId", "1");
        properties.put("raft.peers", "1=127.0.0.1:" + remotingPort + ":" + raftPort);
        properties.put("raft.dataDir", home.resolve("data").toString());
        properties.put("raft.httpPort", Integer.toString(httpPort));
        return properties;
    }

    private static void writeIdentity(Path home, UUID cluster, String node) throws IOException {
        Path data = Files.createDirectory(home.resolve("data"));
        PropertiesFile.write(
                data.resolve("identity.properties"),
                Map.of(
                        "format",
                        "1",
                        "clusterId",
                        cluster.toString(),
                        "nodeId",
                        node,
                        "directoryId",
                        UUID.randomUUID().toString()));
    }

    private ServerSocket listener() throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), lab.freePort()));
        return socket;
    }
}
