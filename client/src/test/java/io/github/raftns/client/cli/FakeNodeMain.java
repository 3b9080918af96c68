package io.github.raftns.client.cli;

import com.sun.net.httpserver.HttpServer;
import io.github.raftns.rpc.wire.NodeMember;
import io.github.raftns.rpc.wire.NodeStatus;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process that {@code bin/cluster} can take for a node: started with {@code -c FILE}, it listens, answers {@code ns status} and
 * says on {@code /readyz} that it is ready. A line {@code fake=refuse} or {@code fake=unready} in its file makes it one that does
 * not start, or never is. Node 1 leads.
 */
final class FakeNodeMain {
    private FakeNodeMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[1]))) {
            properties.load(reader);
        }
        String fake = properties.getProperty("fake", "");
        if (fake.equals("refuse")) {
            System.err.println("the data directory belongs to another node");
            System.exit(3);
        }
        String id = properties.getProperty("raft.nodeId");

        AtomicBoolean up = new AtomicBoolean();
        int port = Integer.parseInt(properties.getProperty("raft.httpPort"));
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        http.createContext("/readyz", exchange -> {
            boolean ready = up.get() && !fake.equals("unready");
            byte[] body = (ready ? "{\"ready\":true}" : "{\"ready\":false,\"why\":\"has not caught up\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(ready ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();

        FakeNode node = new FakeNode(id, Integer.parseInt(properties.getProperty("listenPort")));
        NodeStatus.Builder status = node.status.toBuilder()
                .setClusterId(properties.getProperty("raft.clusterId"))
                .setRole(id.equals("1") ? "LEADER" : "FOLLOWER");
        for (String peer : properties.getProperty("raft.peers").split(",", -1)) {
            String[] parts = peer.split("[=:]", -1);
            status.addMembers(NodeMember.newBuilder()
                    .setNodeId(parts[0])
                    .setRemotingAddress(parts[1] + ":" + parts[2])
                    .setRaftAddress(parts[1] + ":" + parts[3]));
        }
        node.status = status.build();
        System.err.println("node " + id + " listens on " + properties.getProperty("listenPort"));
        up.set(true);
        new CountDownLatch(1).await();
    }
}
