package io.github.raftns.namesrv.robustness;

import io.github.raftns.rpc.model.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** One node of ours in a process of its own, on the class path and with the flags of the tests. Owned by the test thread. */
final class RaftnsNode {
    private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(2);

    /**
     * Where a node listens.
     *
     * @param id within the cluster, from 1
     * @param remotingPort for brokers and clients
     * @param raftPort for the other nodes
     * @param httpPort for health and meters
     */
    record Ports(int id, int remotingPort, int raftPort, int httpPort) {
        /** As in {@code raft.peers}. */
        String peer() {
            return id + "=127.0.0.1:" + remotingPort + ":" + raftPort;
        }
    }

    private final Ports ports;
    private final UUID clusterId;
    private final Path home;
    private final RestartableProcess process;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(HTTP_TIMEOUT).build();

    private RaftnsNode(Ports ports, UUID clusterId, Path home, RestartableProcess process) {
        this.ports = ports;
        this.clusterId = clusterId;
        this.home = home;
        this.process = process;
    }

    /** Starts it; does not wait. */
    static RaftnsNode start(Lab lab, UUID clusterId, Ports ports, List<Ports> peers, Map<String, String> extra) {
        String name = "raftns-" + ports.id();
        Path home = lab.directory(name);
        Map<String, String> properties = new TreeMap<>();
        properties.put("listenPort", Integer.toString(ports.remotingPort()));
        properties.put("bindAddress", "127.0.0.1");
        properties.put("raft.clusterId", clusterId.toString());
        properties.put("raft.nodeId", Integer.toString(ports.id()));
        properties.put("raft.peers", peers.stream().map(Ports::peer).collect(Collectors.joining(",")));
        properties.put("raft.dataDir", home.resolve("data").toString());
        properties.put("raft.httpPort", Integer.toString(ports.httpPort()));
        properties.putAll(extra);
        Path config = PropertiesFile.write(home.resolve("node.properties"), properties);
        JavaProgram program = NodeProgram.of(home, "-c", config.toString());
        return new RaftnsNode(ports, clusterId, home, new RestartableProcess(lab, name, home, program, Map.of()));
    }

    int id() {
        return ports.id();
    }

    HostPort address() {
        return new HostPort("127.0.0.1", ports.remotingPort());
    }

    UUID clusterId() {
        return clusterId;
    }

    /** Where its configuration is. */
    Path home() {
        return home;
    }

    Path dataDirectory() {
        return home.resolve("data");
    }

    RestartableProcess process() {
        return process;
    }

    boolean isReady() throws InterruptedException {
        return readyz().map(answer -> answer.statusCode() == 200).orElse(false);
    }

    /** The answer of its readiness endpoint; empty when it cannot be reached or does not answer in time. */
    Optional<HttpResponse<String>> readyz() throws InterruptedException {
        return get("/readyz");
    }

    /** What its meters say now. */
    Meters meters() throws InterruptedException {
        return get("/metrics")
                .filter(answer -> answer.statusCode() == 200)
                .map(answer -> Meters.parse(answer.body()))
                .orElseThrow(() -> new AssertionError("no meters from node " + id()));
    }

    private Optional<HttpResponse<String>> get(String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.httpPort() + path))
                .timeout(HTTP_TIMEOUT)
                .build();
        try {
            return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException unreachable) {
            return Optional.empty();
        }
    }
}
