package io.github.raftns.namesrv.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.client.NameServerClient;
import io.github.raftns.client.NodeConnection;
import io.github.raftns.namesrv.config.ConfigFault;
import io.github.raftns.namesrv.config.ConfigFile;
import io.github.raftns.namesrv.config.NodeConfig;
import io.github.raftns.namesrv.http.Readiness;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.node.NameServerNode;
import io.github.raftns.namesrv.node.StartRefused;
import io.github.raftns.namesrv.testing.FreePorts;
import io.github.raftns.rpc.client.ClientLimits;
import io.github.raftns.rpc.client.RpcClient;
import io.github.raftns.rpc.client.RpcException;
import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.time.SystemTime;
import io.github.raftns.rpc.time.Timers;
import io.github.raftns.rpc.transport.EventLoops;
import io.github.raftns.rpc.wire.NodeStatus;
import io.github.raftns.rpc.wire.RecountReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Whole nodes in this JVM, numbered from 1, each with a directory and ports of its own, that speak over real sockets; and the words
 * in which a test says what befalls them. Every wait has a bound that follows from the election timeout.
 *
 * <p>One test thread; nodes may be killed on another ({@link #later}).
 */
final class Cluster implements AutoCloseable {
    static final Duration ELECTION_TIMEOUT = Duration.ofMillis(600);

    /** Several lost elections in a row on a loaded machine; what takes longer is broken. */
    static final Duration PATIENCE = ELECTION_TIMEOUT.multipliedBy(50);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final UUID clusterId = UUID.randomUUID();
    private final Path root;
    private final SortedMap<Integer, Path> configurations = new TreeMap<>();
    private final SortedMap<Integer, Member> members = new TreeMap<>();
    private final SortedMap<Integer, Integer> httpPorts = new TreeMap<>();
    private final Map<Integer, NameServerNode> running = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
    private final Links links = new Links();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final EventLoops loops = EventLoops.start("cluster-test", 1);
    private final SystemTime time = new SystemTime("cluster-test-timer");
    private final Map<HeaderForm, RpcClient> clients = new EnumMap<>(HeaderForm.class);
    private final NameServerClient nativeClient = new NameServerClient(PATIENCE.dividedBy(3));
    private final List<Broker> brokers = new ArrayList<>();

    private Cluster(Path root) {
        this.root = root;
        for (HeaderForm form : HeaderForm.values()) {
            clients.put(form, new RpcClient(loops, time, ClientLimits.defaults().withForm(form)));
        }
    }

    /** Three nodes, started and agreed. */
    static Cluster start(Path root, Map<String, String> settings) {
        Cluster cluster = new Cluster(root);
        boolean started = false;
        try {
            cluster.configure(3, settings);
            cluster.numbers().forEach(cluster::start);
            cluster.stabilise();
            started = true;
            return cluster;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    private void configure(int count, Map<String, String> settings) {
        List<Integer> ports = FreePorts.take(3 * count);
        List<String> peers = new ArrayList<>();
        for (int node = 1; node <= count; node++) {
            peers.add(node + "=127.0.0.1:" + ports.get(3 * node - 3) + ":" + ports.get(3 * node - 2));
        }
        for (int node = 1; node <= count; node++) {
            httpPorts.put(node, ports.get(3 * node - 1));
            Map<String, String> all = new TreeMap<>(settings);
            all.put("bindAddress", "127.0.0.1");
            all.put("listenPort", ports.get(3 * node - 3).toString());
            all.put("raft.clusterId", clusterId.toString());
            all.put("raft.nodeId", Integer.toString(node));
            all.put("raft.peers", String.join(",", peers));
            all.put("raft.httpPort", httpPorts.get(node).toString());
            all.put("raft.electionTimeout", ELECTION_TIMEOUT.toMillis() + "ms");
            all.put("raft.dataDir", dataDirectory(node).toString());
            configurations.put(node, root.resolve("node-" + node + ".properties"));
            write(node, all);
            members.put(node, configuration(node).self());
        }
    }

    private void write(int node, Map<String, String> settings) {
        List<String> lines = settings.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
        try {
            Files.write(configurations.get(node), lines);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Another value from the node's next start on. */
    void configure(int node, String key, String value) {
        Map<String, String> all = new TreeMap<>(configuration(node).effective());
        all.put(key, value);
        write(node, all);
    }

    private NodeConfig configuration(int node) {
        try {
            return ConfigFile.read(configurations.get(node), root);
        } catch (ConfigFault wrong) {
            throw new AssertionError(wrong.getMessage(), wrong);
        }
    }

    // ---- who there is

    List<Integer> numbers() {
        return List.copyOf(configurations.keySet());
    }

    Member member(int node) {
        return members.get(node);
    }

    Path dataDirectory(int node) {
        return root.resolve("node-" + node);
    }

    NameServerNode node(int node) {
        NameServerNode found = running.get(node);
        if (found == null) {
            throw new IllegalStateException("node " + node + " is not running");
        }
        return found;
    }

    /** The one that leads, waited for: of the running nodes it says so itself, in the newest term that any of them knows. */
    int leader() {
        return leader(PATIENCE);
    }

    private int leader(Duration patience) {
        return await(patience)
                .until(
                        () -> running.keySet().stream()
                                .filter(node -> leads(node))
                                .max(Comparator.comparingLong(
                                        node -> readiness(node).term()))
                                .filter(node -> readiness(node).term()
                                        == running.keySet().stream()
                                                .mapToLong(other ->
                                                        readiness(other).term())
                                                .max()
                                                .orElse(0)),
                        found -> found.isPresent())
                .orElseThrow();
    }

    /** Another than the given one leads, waited for. The old one may still believe that it does. */
    int leaderOtherThan(int old) {
        return await(PATIENCE)
                .until(
                        () -> running.keySet().stream()
                                .filter(node -> node != old && leads(node))
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
    }

    List<Integer> followers() {
        int leader = leader();
        return others(leader);
    }

    List<Integer> others(int node) {
        return numbers().stream().filter(other -> other != node).toList();
    }

    boolean leads(int node) {
        return readiness(node).role().equals("LEADER");
    }

    Readiness readiness(int node) {
        return node(node).readiness();
    }

    long applied(int node) {
        return readiness(node).appliedIndex();
    }

    // ---- what befalls them

    /** Returns at once; see {@link #awaitServing}. */
    void start(int node) {
        heal(node);
        try {
            Files.createDirectories(dataDirectory(node));
            NameServerNode started = NameServerNode.start(
                    configuration(node),
                    clusterId,
                    (reason, cause) -> faults.add("node " + node + ": " + reason),
                    links.of(member(node)));
            running.put(node, started);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (StartRefused refused) {
            throw new AssertionError(refused.getMessage(), refused);
        }
    }

    /** Its port answers. */
    void awaitServing(int node) {
        try {
            node(node).serving().toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException never) {
            throw new AssertionError("node " + node + " does not serve: " + readiness(node), never);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    /** As an operator stops a node: it answers what is pending and hands the leadership over. */
    void stop(int node) {
        NameServerNode stopped = running.remove(node);
        stopped.close();
    }

    /**
     * As near to {@code kill -9} as one JVM allows: from one moment on no message reaches or leaves the node, so it cannot hand the
     * leadership over; its clients' connections end without an answer. What it cannot imitate: the node's threads go on until the
     * call returns, and its files are closed in order, so nothing that was written but not synced is lost.
     */
    void kill(int node) {
        isolate(node);
        NameServerNode killed = running.remove(node);
        killed.closeAbruptly();
    }

    /** Deletes what a node that is not running knew. */
    void wipe(int node) {
        if (running.containsKey(node)) {
            throw new IllegalStateException("node " + node + " is running");
        }
        try (Stream<Path> files = Files.walk(dataDirectory(node))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Cuts links: {@code partition(1).from(2)}. */
    Partition partition(int node) {
        return other -> links.cut(member(node), member(other));
    }

    /** Where the cut goes. */
    @FunctionalInterface
    interface Partition {
        void from(int other);
    }

    /** The node's clients still reach it; no other node does. */
    void isolate(int node) {
        others(node).forEach(partition(node)::from);
    }

    void heal() {
        numbers().forEach(this::heal);
    }

    private void heal(int node) {
        others(node).forEach(other -> links.mend(member(node), member(other)));
    }

    // ---- what must hold again

    /** Every node serves, follows one leader, and has applied the same, with the same digest. All nodes must be running. */
    void stabilise() {
        numbers().forEach(this::awaitServing);
        await(PATIENCE).untilAsserted(() -> {
            List<NodeStatus> all = statuses();
            assertThat(all)
                    .filteredOn(status -> status.getRole().equals("LEADER"))
                    .as("leaders")
                    .hasSize(1);
            assertThat(all)
                    .extracting(NodeStatus::getLeaderId)
                    .as("leader")
                    .containsOnly(all.get(0).getLeaderId());
            assertThat(all)
                    .extracting(NodeStatus::getTerm)
                    .as("term")
                    .containsOnly(all.get(0).getTerm());
            assertThat(all)
                    .extracting(NodeStatus::getAppliedIndex)
                    .as("applied index")
                    .containsOnly(all.get(0).getAppliedIndex());
            assertThat(all)
                    .extracting(NodeStatus::getDigest)
                    .as("digest")
                    .containsOnly(all.get(0).getDigest());
        });
        assertThat(faults).as("faults").isEmpty();
    }

    /** All nodes hold the same: digests, rows and views, counted anew at a mark in the log. */
    void verify() {
        long mark = ask(leader(), NodeConnection::mark).getIndex();
        List<RecountReply> recounts = new ArrayList<>();
        for (int node : numbers()) {
            recounts.add(await(PATIENCE)
                    .until(() -> ask(node, connection -> connection.recount(mark)), RecountReply::getKnown));
        }
        String expected = recounts.get(0).getRowsDigest();
        assertThat(recounts).as("digests at index " + mark).allSatisfy(recount -> assertThat(
                        List.of(recount.getRunningDigest(), recount.getRowsDigest(), recount.getViewDigest()))
                .containsOnly(expected));
        assertThat(faults).as("faults").isEmpty();
    }

    /** The end of every scenario. */
    void healAndVerify() {
        heal();
        stabilise();
        verify();
    }

    // ---- asking

    Broker broker(String name) {
        Broker broker = new Broker(this, name);
        brokers.add(broker);
        return broker;
    }

    NodeStatus status(int node) {
        return ask(node, NodeConnection::status);
    }

    List<NodeStatus> statuses() {
        return numbers().stream().map(this::status).toList();
    }

    /** One question over a connection of its own. */
    <T> T ask(int node, Function<NodeConnection, CompletableFuture<T>> question) {
        try (NodeConnection connection =
                nativeClient.connect(member(node).remoting()).join()) {
            return question.apply(connection).join();
        }
    }

    /** Asks over a connection of its own; fails as the connection does. */
    CompletableFuture<IncomingResponse> lookup(int node, String topic, HeaderForm form) {
        TreeMap<String, String> fields = new TreeMap<>(Map.of("topic", topic));
        return clients.get(form).connect(member(node).remoting(), PATIENCE).thenCompose(connection -> connection
                .send(OutgoingRequest.of(RequestCode.LOOKUP_ROUTE, fields), PATIENCE)
                .whenComplete((answer, fault) -> connection.close()));
    }

    /** The same answer to both forms; where nothing changes between two questions. */
    IncomingResponse lookup(int node, String topic) {
        IncomingResponse json = lookup(node, topic, HeaderForm.JSON).join();
        IncomingResponse binary = lookup(node, topic, HeaderForm.BINARY).join();
        assertThat(binary).as("answer in the binary form").isEqualTo(json);
        return json;
    }

    /** One question, so it may be asked while things change. */
    boolean knows(int node, String topic) {
        return lookup(node, topic, HeaderForm.JSON).join().isSuccess();
    }

    /** The bytes that every node answers. */
    EncodedBody route(String topic) {
        List<EncodedBody> bodies = new ArrayList<>();
        for (int node : numbers()) {
            IncomingResponse answer = lookup(node, topic);
            assertThat(answer.code())
                    .as("answer of node " + node + " for " + topic)
                    .isZero();
            bodies.add(answer.body());
        }
        assertThat(bodies).as("routes of " + topic).containsOnly(bodies.get(0));
        return bodies.get(0);
    }

    /** Whether anybody listens on the node's port. */
    boolean refuses(int node) {
        try {
            new StockConnection(member(node).remoting()).close();
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    /** The first answer that the node gives, asked for from before it listens. */
    IncomingResponse firstAnswer(int node, String topic) {
        return await(PATIENCE)
                .ignoreExceptionsMatching(fault ->
                        fault.getCause() instanceof RpcException rpc && rpc.kind() == RpcException.Kind.NOT_CONNECTED)
                .until(() -> lookup(node, topic, HeaderForm.JSON).join(), answer -> true);
    }

    /** Of the clock by which the nodes judge. */
    long nanoTime() {
        return time.nanoTime();
    }

    /** Does something again and again, off the test's thread, until the handle is cancelled. */
    Timers.Timer every(Duration interval, Runnable task) {
        return time.every(interval, task);
    }

    /** A counter of the node as its metrics endpoint shows it, like {@code raftns_registrations_total{result="changed"}}. */
    double counter(int node, String series) {
        URI uri = URI.create("http://127.0.0.1:" + httpPorts.get(node) + "/metrics");
        try (InputStream answer = uri.toURL().openStream()) {
            String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> line.startsWith(series + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + series + " in\n" + text));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Renewals seen by the node, however it found out that they were some. */
    double renewals(int node) {
        return counter(node, "raftns_registrations_total{result=\"renewal_recognised\"}")
                + counter(node, "raftns_registrations_total{result=\"renewal_parsed\"}");
    }

    /** On a thread of its own. */
    <T> Future<T> later(Callable<T> task) {
        return threads.submit(task);
    }

    static ConditionFactory await(Duration atMost) {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(LOOK).atMost(atMost);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        brokers.forEach(Broker::close);
        numbers().forEach(node -> {
            NameServerNode left = running.remove(node);
            if (left != null) {
                isolate(node); // nobody is to be elected any more
                left.closeAbruptly();
            }
        });
        nativeClient.close();
        clients.values().forEach(RpcClient::close);
        loops.close();
        time.close();
    }
}
