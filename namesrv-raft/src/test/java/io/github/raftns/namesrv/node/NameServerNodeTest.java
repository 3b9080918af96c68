package io.github.raftns.namesrv.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.raftns.namesrv.config.ConfigFile;
import io.github.raftns.namesrv.config.NodeConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NameServerNodeTest {
    private static final UUID CLUSTER = UUID.fromString("5a0e6f0e-6c5f-4e9c-9a57-0d6f6d3c1b2a");

    @TempDir
    Path temporary;

    @Test
    void aClosedNodeIsNoLongerReadyAndCanBeStartedAgainInItsDirectory() throws Exception {
        NodeConfig config = config(freePort());
        for (int run = 0; run < 2; run++) {
            NameServerNode node = NameServerNode.start(config, CLUSTER, (reason, cause) -> {
                throw new AssertionError(reason, cause);
            });
            node.serving().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(node.readiness().ready()).isTrue();

            node.close();
            node.close();

            assertThat(node.readiness().ready()).isFalse();
            assertThat(node.readiness().why()).isEqualTo("stopping");
        }
    }

    @Test
    void aPortThatIsTakenIsAFaultAndWhoeverHearsOfItMayWaitForTheEnd() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            AtomicReference<NameServerNode> node = new AtomicReference<>();
            CompletableFuture<String> closedAfter = new CompletableFuture<>();
            node.set(NameServerNode.start(config(taken.getLocalPort()), CLUSTER, (reason, cause) -> {
                await().atMost(Duration.ofSeconds(10)).until(() -> node.get() != null);
                Thread closer = new Thread(node.get()::close, "closer");
                closer.start();
                try {
                    closer.join(TimeUnit.SECONDS.toMillis(30)); // as the end of a process waits for its hooks
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt(); // closing interrupts the workers, this thread too
                }
                closedAfter.complete(reason);
            }));
            assertThat(closedAfter.get(20, TimeUnit.SECONDS)).contains("listenPort");
            node.get().close();
            assertThat(node.get().readiness().ready()).isFalse();
        }
    }

    private NodeConfig config(int listenPort) throws Exception {
        Path directory = Files.createDirectories(temporary.resolve("node"));
        Path file = temporary.resolve("node.properties");
        Files.writeString(
                file,
                "bindAddress=127.0.0.1\nlistenPort=" + listenPort + "\nraft.clusterId=" + CLUSTER
                        + "\nraft.peers=1=127.0.0.1:" + listenPort + ":" + freePort()
                        + "\nraft.httpPort=0\nraft.dataDir=" + directory + "\n");
        return ConfigFile.read(file, temporary);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
