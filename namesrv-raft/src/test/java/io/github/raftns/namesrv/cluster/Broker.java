package io.github.raftns.namesrv.cluster;

import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.RequestCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A stock broker as the nodes see it: a master with one connection to each node it speaks with. What it is changes between
 * requests only, on the test's thread; requests to different nodes may go out at once.
 */
final class Broker implements AutoCloseable {
    private static final String CLUSTER = "LabCluster";
    private static final long FIRST_STAMP = 1_796_072_919_028L;

    private final Cluster cluster;
    private final String name;
    private final String address;
    private final Map<Integer, StockConnection> connections = new ConcurrentHashMap<>();
    private Release release = Release.V5_3;
    private Duration timeout = Duration.ZERO;
    private List<String> topics = List.of();
    private long counter;

    Broker(Cluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
        this.address = name + ".example:10911";
    }

    Broker of(Release other) {
        release = other;
        return this;
    }

    /** Announces how long it may be silent; zero announces nothing. */
    Broker silentAtMost(Duration other) {
        timeout = other;
        return this;
    }

    /** Its topic table changes, and with it the data version. */
    Broker holds(String... others) {
        topics = List.of(others);
        counter++;
        return this;
    }

    String name() {
        return name;
    }

    /** The whole table. */
    RegistrationBody body() {
        return new RegistrationBody(release, counter, FIRST_STAMP, false, topics);
    }

    IncomingResponse register(int node) throws IOException {
        return register(node, body());
    }

    IncomingResponse register(int node, RegistrationBody body) throws IOException {
        SortedMap<String, String> fields = identity();
        fields.put("haServerAddr", name + ".example:10912");
        fields.put("compressed", Boolean.toString(body.compressed()));
        if (release == Release.V5_3) {
            fields.put("enableActingMaster", "false");
            if (!timeout.isZero()) {
                fields.put("heartbeatTimeoutMillis", Long.toString(timeout.toMillis()));
            }
        }
        return ask(node, RequestCode.REGISTER_BROKER, fields, body.bytes());
    }

    IncomingResponse goodbye(int node) throws IOException {
        return ask(node, RequestCode.UNREGISTER_BROKER, identity(), new byte[0]);
    }

    IncomingResponse heartbeat(int node) throws IOException {
        SortedMap<String, String> fields = identity();
        fields.remove("brokerId");
        return ask(node, RequestCode.HEARTBEAT, fields, new byte[0]);
    }

    IncomingResponse queryVersion(int node) throws IOException {
        return ask(
                node,
                RequestCode.QUERY_DATA_VERSION,
                identity(),
                body().dataVersion().getBytes(StandardCharsets.UTF_8));
    }

    /** The next request to the node goes over a new connection, as that of a process started anew. */
    void disconnect(int node) {
        StockConnection connection = connections.remove(node);
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public void close() {
        connections.keySet().forEach(this::disconnect);
    }

    private SortedMap<String, String> identity() {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("brokerName", name);
        fields.put("brokerAddr", address);
        fields.put("clusterName", CLUSTER);
        fields.put("brokerId", "0");
        return fields;
    }

    private IncomingResponse ask(int node, int code, SortedMap<String, String> fields, byte[] body) throws IOException {
        StockConnection connection = connections.get(node);
        if (connection == null) {
            connection = new StockConnection(cluster.member(node).remoting());
            connections.put(node, connection);
        }
        boolean answered = false;
        try {
            IncomingResponse response = connection.ask(code, release.version(), fields, body);
            answered = true;
            return response;
        } finally {
            if (!answered) {
                disconnect(node);
            }
        }
    }
}
