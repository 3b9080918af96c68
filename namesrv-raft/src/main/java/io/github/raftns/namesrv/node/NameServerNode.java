package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.admission.Gate;
import io.github.raftns.namesrv.admission.GateLimits;
import io.github.raftns.namesrv.config.NodeConfig;
import io.github.raftns.namesrv.http.HttpEndpoint;
import io.github.raftns.namesrv.http.Readiness;
import io.github.raftns.namesrv.ingress.ChangeSubmitter;
import io.github.raftns.namesrv.ingress.DeskLimits;
import io.github.raftns.namesrv.ingress.Door;
import io.github.raftns.namesrv.ingress.DoorLimits;
import io.github.raftns.namesrv.ingress.LeaderAge;
import io.github.raftns.namesrv.ingress.NodeFacts;
import io.github.raftns.namesrv.ingress.RegistrationDesk;
import io.github.raftns.namesrv.ingress.RequestRouter;
import io.github.raftns.namesrv.ingress.SubmitLimits;
import io.github.raftns.namesrv.ingress.ViewRoll;
import io.github.raftns.namesrv.ingress.WorkerPool;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.liveness.LivenessDesk;
import io.github.raftns.namesrv.liveness.LivenessLimits;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.observe.Scrape;
import io.github.raftns.namesrv.replication.LinkFilter;
import io.github.raftns.namesrv.replication.RaftReplication;
import io.github.raftns.namesrv.replication.ReplicationConfig;
import io.github.raftns.namesrv.replication.ReplicationLimits;
import io.github.raftns.namesrv.replication.ReplicationNotStarted;
import io.github.raftns.namesrv.replication.ReplicationTiming;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.codec.BodyLimits;
import io.github.raftns.rpc.codec.RegistrationBodyDecoder;
import io.github.raftns.rpc.server.RpcServer;
import io.github.raftns.rpc.server.ServerLimits;
import io.github.raftns.rpc.time.SystemTime;
import io.github.raftns.rpc.transport.EventLoops;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node, whole: builds the rooms from below, joins the Raft group, and opens its door to brokers and clients only once its
 * state is loaded and caught up (not ready means silent).
 *
 * <pre>
 * starting --- read index reached -----------------------------------------> serving
 *     '------- no leader in sight for maxStaleness, and the last word from
 *              one, kept on disk, is younger than serveStaleFor (R5) ------> serving what it knows
 * </pre>
 *
 * <p>Started and closed once, by {@link NodeProcess} or a test; {@link #readiness} on any thread.
 */
public final class NameServerNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NameServerNode.class);

    private static final Duration STALE_LOOK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration CONTACT_KEEP_INTERVAL = Duration.ofSeconds(5);
    private static final Duration DRAIN_MAX = Duration.ofSeconds(5);
    private static final int WORKERS_QUEUED = 4_096;

    private final NodeConfig config;
    private final LastContact lastContact;
    private final SystemTime time;
    private final SystemTime livenessTime; // apart: nothing else may hold up a report or make a tick late
    private final SystemTime diskTime; // apart: a disk that hangs must not stop the watch for just that
    private final Scrape scrape = new Scrape();
    private final RouteWindow window = new RouteWindow();
    private final LeadershipWatch leadership = new LeadershipWatch();
    private final RaftReplication replication;
    private final MarkedStates marked;
    private final RequestRouter router;
    private final RegistrationDesk desk;
    private final LivenessDesk liveness;
    private final EventLoops loops;
    private final WorkerPool workers;
    private final CompletableFuture<Void> serving = new CompletableFuture<>();
    private final Deque<Runnable> toClose = new ArrayDeque<>(); // owned by whoever starts and closes
    private final Object door = new Object();
    private RpcServer server; // guarded by door
    private volatile boolean closed; // written under door
    private volatile boolean caughtUp;
    private volatile String whyNotReady = "starting";

    /** What a node tells whoever runs it. */
    public interface Fatal {
        /** The node must not go on. Called at most once, on a thread that may end the process. */
        void fault(String reason, Throwable cause);
    }

    private NameServerNode(NodeConfig config, UUID clusterId, LinkFilter links) {
        this.config = config;
        Path directory = config.dataDirectory();
        lastContact = new LastContact(directory);
        time = new SystemTime("raftns-timer");
        livenessTime = new SystemTime("raftns-liveness");
        diskTime = new SystemTime("raftns-disk");
        NodeMeters meters = new NodeMeters(scrape.registry());
        int cores = Runtime.getRuntime().availableProcessors();
        loops = EventLoops.start("raftns", Math.max(2, cores));
        workers = new WorkerPool("raftns-worker", Math.max(2, cores), WORKERS_QUEUED);
        replication = new RaftReplication(
                replicationConfig(config, clusterId),
                RocksStore.opener(RocksSettings.defaults()),
                leadership,
                time,
                time,
                links);
        marked = new MarkedStates(replication.digests(), time);
        liveness = new LivenessDesk(
                new LivenessDesk.Ports(
                        config.self().id(),
                        new ViewRoll(window),
                        leadership,
                        replication.forwarder(),
                        replication.proposer(),
                        livenessTime,
                        livenessTime,
                        meters),
                livenessLimits(config));
        desk = new RegistrationDesk(
                new RegistrationDesk.Ports(
                        window, leadership, replication.proposer(), liveness::heard, time, workers, meters),
                DeskLimits.DEFAULT);
        ChangeSubmitter submitter = new ChangeSubmitter(
                new ChangeSubmitter.Ports(
                        config.self().id(),
                        leadership,
                        desk,
                        replication.forwarder(),
                        replication.barrier(),
                        time,
                        time,
                        workers,
                        meters),
                SubmitLimits.DEFAULT);
        LeaderAge leaderAge = () -> replication.leaderContact().ageMillis().orElse(-1);
        router = new RequestRouter(
                new Door(
                        new NodeFacts(
                                clusterId.toString(),
                                config.self(),
                                ProcessHandle.current().pid(),
                                version(),
                                config.members()),
                        window,
                        leadership,
                        leaderAge,
                        submitter,
                        liveness,
                        marked,
                        new RegistrationBodyDecoder(bodyLimits(config)),
                        new Gate(GateLimits.DEFAULT, meters),
                        time,
                        workers,
                        meters),
                new DoorLimits(
                        config.maxStaleness(),
                        DoorLimits.DEFAULT.unknownTopicHold(),
                        DoorLimits.DEFAULT.renewalFreshness(),
                        DoorLimits.DEFAULT.knownRegistrations()));
        gauges(meters, leaderAge);
    }

    /**
     * Starts and returns at once; {@link #serving} tells when the door is open.
     *
     * @param config whose data directory exists and is this node's own
     * @throws StartRefused with the reason; nothing is left running then
     */
    public static NameServerNode start(NodeConfig config, UUID clusterId, Fatal fatal) throws StartRefused {
        return start(config, clusterId, fatal, LinkFilter.OPEN);
    }

    /** The same for tests, which cut links between nodes. */
    public static NameServerNode start(NodeConfig config, UUID clusterId, Fatal fatal, LinkFilter links)
            throws StartRefused {
        NameServerNode node = new NameServerNode(config, clusterId, links);
        boolean started = false;
        try {
            node.begin(fatal);
            started = true;
            return node;
        } finally {
            if (!started) {
                node.close();
            }
        }
    }

    private void begin(Fatal fatal) throws StartRefused {
        toClose.push(time::close);
        toClose.push(livenessTime::close);
        toClose.push(diskTime::close);
        toClose.push(scrape::close);
        toClose.push(loops::close);
        toClose.push(workers::close);
        startHttp();
        whyNotReady = "loading the state";
        toClose.push(marked::close); // after replication, whose apply thread gives it handles until the end
        try {
            replication.start(new StateFollower(window, marked, fatal), desk);
        } catch (ReplicationNotStarted refused) {
            throw new StartRefused(refused.getMessage(), refused);
        }
        toClose.push(replication::close);
        whyNotReady = "no leader has been heard yet";
        toClose.push(liveness.start()::cancel);
        toClose.push(diskTime.every(CONTACT_KEEP_INTERVAL, this::keepContact)::cancel);
        leadership.onChange(this::leadershipChanged);
        StaleStart staleStart =
                new StaleStart(lastContact.read(), config.maxStaleness(), config.serveStaleFor(), time, time);
        toClose.push(time.every(STALE_LOOK_INTERVAL, () -> lookWhetherToServeStale(staleStart, fatal))::cancel);
        openAfter(replication.caughtUp().thenRun(() -> caughtUp = true), "caught up with the leader", fatal);
    }

    private void startHttp() throws StartRefused {
        if (config.httpPort() == 0) {
            return;
        }
        try {
            HttpEndpoint http = HttpEndpoint.start(
                    new InetSocketAddress(config.bindAddress(), config.httpPort()), this::readiness, scrape::text);
            toClose.push(http::close);
        } catch (IOException taken) {
            throw new StartRefused(
                    "raft.httpPort: cannot listen on " + config.bindAddress() + ":" + config.httpPort() + ": "
                            + taken.getMessage(),
                    taken);
        }
    }

    /** Completes when the door is open; exceptionally when the node is closed before. */
    public CompletionStage<Void> serving() {
        return serving;
    }

    /** Whether lookups are served, and why not. */
    public Readiness readiness() {
        Leadership belief = leadership.current();
        boolean stopping = closed;
        boolean ready = !stopping && serving.isDone() && !serving.isCompletedExceptionally();
        return new Readiness(
                ready,
                ready ? "" : stopping ? "stopping" : whyNotReady,
                belief.role().name(),
                belief.term().number(),
                belief.leader().map(leader -> leader.id().value()).orElse(""),
                window.view().at().index().value());
    }

    /** For tests, which take snapshots when they need one. */
    public RaftReplication replication() {
        return replication;
    }

    /** Stops accepting, answers what is pending, hands leadership over, leaves. Idempotent; blocks until done. */
    @Override
    public void close() {
        close(NameServerNode::closeDoor);
    }

    /**
     * For tests: drops all connections first, whatever is pending on them. A caller who cut this node's links before comes as near
     * to a killed process as the same process allows.
     */
    public void closeAbruptly() {
        close(RpcServer::close);
    }

    private void close(Consumer<RpcServer> closing) {
        RpcServer open;
        synchronized (door) {
            if (closed) {
                return;
            }
            closed = true;
            open = server;
        }
        serving.completeExceptionally(new IllegalStateException("the node is closed"));
        if (open != null) {
            closing.accept(open);
        }
        giveBack();
    }

    /** The last taken first; one that throws keeps none of the others from being given back. */
    private void giveBack() {
        if (toClose.isEmpty()) {
            return;
        }
        try {
            toClose.pop().run();
        } finally {
            giveBack();
        }
    }

    private static void closeDoor(RpcServer server) {
        try {
            server.closeGracefully(DRAIN_MAX).get(DRAIN_MAX.toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stuck) {
            LOG.warn("connections did not close in time", stuck);
        }
        server.close();
    }

    private void openAfter(CompletionStage<Void> event, String why, Fatal fatal) {
        event.thenRunAsync(() -> open(why, fatal), workers).exceptionally(failure -> {
            if (!closed) {
                fatal.fault("the door cannot be opened: " + failure, failure);
            }
            return null;
        });
    }

    private void open(String why, Fatal fatal) {
        try {
            if (!listen(why)) {
                return;
            }
        } catch (IOException taken) {
            fatal.fault(
                    "listenPort: " + taken.getMessage(),
                    taken); // without the lock, which whoever closes the node needs
            return;
        }
        serving.complete(null);
    }

    /** @return false when the door is open already, or the node is closed */
    private boolean listen(String why) throws IOException {
        synchronized (door) {
            if (closed || server != null) {
                return false;
            }
            ServerLimits limits = ServerLimits.defaults()
                    .withIdleMax(config.idleClose())
                    .withFrame(ServerLimits.defaults()
                            .frame()
                            .withFrameBytesMax(config.frameBytesMax())
                            // direct memory is as large as the heap by default, and buffers are up to twice what they
                            // hold
                            .withUnfinishedBytesMax(Runtime.getRuntime().maxMemory() / 4));
            InetSocketAddress address = new InetSocketAddress(
                    config.bindAddress(), config.self().remoting().port());
            server = RpcServer.bind(address, router, limits, loops);
            LOG.info(
                    "event=serving node={} address={} index={} reason=\"{}\"",
                    config.self().id(),
                    address,
                    window.view().at().index(),
                    why);
            return true;
        }
    }

    private void leadershipChanged(Leadership belief) {
        LOG.info(
                "event=leadership node={} role={} term={} leader={}",
                config.self().id(),
                belief.role(),
                belief.term(),
                belief.leader().map(leader -> leader.id().value()).orElse("none"));
        whyNotReady = belief.leader().isPresent()
                ? "catching up with leader " + belief.leader().get().id()
                : "no leader is known";
    }

    /** Not before this node has caught up: only then does the time of the contact say how old its state is. */
    private void keepContact() {
        OptionalLong age = replication.leaderContact().ageMillis();
        if (caughtUp && age.isPresent() && age.getAsLong() < CONTACT_KEEP_INTERVAL.toMillis() * 2) {
            lastContact.write(time.millis() - age.getAsLong());
        }
    }

    private void lookWhetherToServeStale(StaleStart staleStart, Fatal fatal) {
        if (serving.isDone()) {
            return;
        }
        staleStart.look(leadership.current().leader().isPresent()).ifPresent(verdict -> {
            if (verdict.serve()) {
                openAfter(CompletableFuture.completedFuture(null), verdict.why(), fatal);
            } else {
                whyNotReady = verdict.why();
            }
        });
    }

    private void gauges(NodeMeters meters, LeaderAge leaderAge) {
        meters.gauge(
                "raftns.applied.index",
                "Index of the last applied entry",
                () -> window.view().at().index().value());
        meters.gauge(
                "raftns.term", "Raft term", () -> leadership.current().term().number());
        meters.gauge(
                "raftns.leader", "1 on the leader", () -> leadership.current().isLeader() ? 1 : 0);
        meters.gauge(
                "raftns.leader.age.millis",
                "Since this node last heard from a leader and had all that it had; -1 = never",
                leaderAge::millis);
        meters.gauge("raftns.brokers", "Registered brokers", () -> window.view().brokerCount());
        meters.gauge("raftns.topics", "Topics", () -> window.view().topicCount());
        meters.gauge(
                "raftns.ready", "1 when lookups are served", () -> readiness().ready() ? 1 : 0);
        meters.gauge("raftns.workers.queued", "Tasks waiting for a worker", workers::queued);
        meters.gauge("raftns.desk.registrations", "Registrations on the leader's desk", () -> desk.inFlight());
    }

    private static String version() {
        String version = NameServerNode.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private static BodyLimits bodyLimits(NodeConfig config) {
        BodyLimits defaults = BodyLimits.defaults();
        return new BodyLimits(
                config.inflatedBytesMax(),
                defaults.topicsMax(),
                defaults.mappedQueuesMax(),
                defaults.filterServersMax());
    }

    private static LivenessLimits livenessLimits(NodeConfig config) {
        LivenessLimits defaults = LivenessLimits.DEFAULT;
        return new LivenessLimits(
                defaults.timeout(),
                config.reportInterval(),
                config.reportInterval().multipliedBy(2),
                defaults.pauseMin(),
                defaults.reportTimeout());
    }

    private static ReplicationConfig replicationConfig(NodeConfig config, UUID clusterId) {
        return new ReplicationConfig(
                clusterId,
                config.self(),
                config.members(),
                false,
                config.dataDirectory(),
                ReplicationTiming.electing(config.electionTimeout()).withSnapshotInterval(config.snapshotInterval()),
                ReplicationLimits.DEFAULT);
    }
}
