package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.RaftServiceFactory;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.rpc.RpcClient;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.leadership.Forwarder;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.machine.StateFault;
import io.github.raftns.namesrv.read.ReadBarrier;
import io.github.raftns.namesrv.read.ReadPolicy;
import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.Timers;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's part in the Raft group, whole: its ports exist from the beginning and turn everything away until {@link #start}
 * returned; {@link #close} hands the leadership over and gives everything back. Started and closed once, by the composition root;
 * ports are for any thread.
 */
public final class RaftReplication implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RaftReplication.class);
    private static final long DRAIN_SECONDS = 5;

    private final ReplicationConfig config;
    private final StoreOpener stores;
    private final LinkFilter links;
    private final LeadershipWatch watch;
    private final MonotonicClock clock;
    private final Timers timers;
    private final ExecutorService completion = Workers.completing("replication-completion");
    private final ExecutorService snapshotWorker = Workers.bounded("snapshot", 1, 1);
    private final ExecutorService stallWorker = Workers.bounded("leader-stall", 1, 1);
    private final Faults faults = new Faults();
    private final DigestHistory digests = new DigestHistory();
    private final Node node;
    private final LiveNode live;
    private final AppliedIndexes indexes;
    private final LogProposer proposer;
    private final RaftReadBarrier barrier;
    private final LeaderContact contact;
    private final PeerForwarder forwarder;
    private final RpcClient client;
    private final Membership membership;
    private volatile boolean closing;
    private final Deque<Runnable> toClose = new ArrayDeque<>(); // owned by whoever starts and closes

    /** @param stores opens the state's store */
    public RaftReplication(
            ReplicationConfig config, StoreOpener stores, LeadershipWatch watch, MonotonicClock clock, Timers timers) {
        this(config, stores, watch, clock, timers, LinkFilter.OPEN);
    }

    /** The same with links that tests can cut. */
    public RaftReplication(
            ReplicationConfig config,
            StoreOpener stores,
            LeadershipWatch watch,
            MonotonicClock clock,
            Timers timers,
            LinkFilter links) {
        JvmSettings.apply(config.dataDirectory());
        EnvelopeSerializer.install();
        this.config = config;
        this.stores = stores;
        this.links = links;
        this.watch = watch;
        this.clock = clock;
        this.timers = timers;
        this.node = RaftServiceFactory.createRaftNode(config.group(), Peers.peerOf(config.self()));
        this.live = new LiveNode(node);
        this.indexes = new AppliedIndexes(completion, timers, config.limits().waitersMax());
        this.proposer = new LogProposer(live, config, timers, completion, this::leaderHint);
        this.barrier = new RaftReadBarrier(live, indexes, completion);
        this.contact = new LeaderContact(
                clock,
                this::inOffice,
                indexes::applied,
                config.timing().electionTimeout().multipliedBy(2));
        this.client = PeerRpcFactory.client(links, config.limits().frameBytesMax());
        this.forwarder = new PeerForwarder(client, config, completion, timers, contact);
        this.membership = new Membership(live, proposer, timers, completion);
    }

    /**
     * Opens the state, joins the group and listens to peers. The listener's {@code reset} comes before anything else.
     *
     * @throws ReplicationNotStarted with the reason; nothing is left running then
     */
    public void start(StateListener listener, LeaderDesk desk) throws ReplicationNotStarted {
        boolean started = false;
        try {
            begin(listener, desk);
            started = true;
        } catch (IOException | StoreFault | StateFault | IllegalStateException failure) {
            throw new ReplicationNotStarted(
                    "node " + config.self().id() + " cannot start: " + failure.getMessage(), failure);
        } finally {
            if (!started) {
                closeAll();
            }
        }
        faults.tellTo(listener);
    }

    private void begin(StateListener listener, LeaderDesk desk) throws IOException, ReplicationNotStarted {
        toClose.push(this::stopCompletion);
        Files.createDirectories(config.logDirectory());
        Files.createDirectories(config.metaDirectory());
        Files.createDirectories(config.snapshotDirectory());
        LogStorageOptions.register();
        ReplicatedState state = ReplicatedState.open(config.stateDirectory(), stores);
        toClose.push(state::close);
        HistoryCheck history = new HistoryCheck(state.applied());
        Publication publication = new Publication(listener, digests, indexes, completion);
        try (StoreSnapshot rows = state.snapshot()) {
            publication.reset(state.applied(), rows);
        }
        ApplyLoop loop = new ApplyLoop(
                state,
                history,
                new Snapshots(state, history, snapshotWorker),
                publication,
                new LeadershipEvents(watch, new Peers(config.members()), config.self()),
                faults,
                config.limits());
        toClose.push(snapshotWorker::shutdown);
        startNode(loop, desk);
    }

    private void startNode(ApplyLoop loop, LeaderDesk desk) throws ReplicationNotStarted {
        PeerNodeOptions options = NodeOptionsWriter.write(config, loop, links);
        PeerServer server = new PeerServer(config, desk);
        client.init(options);
        toClose.push(forwarder::close);
        watch.onChange(this::prepareForwarding);
        NodeManager.getInstance().addAddress(Peers.endpointOf(config.self()));
        toClose.push(() -> NodeManager.getInstance().removeAddress(Peers.endpointOf(config.self())));
        toClose.push(this::stopNode);
        toClose.push(server::close);
        if (!node.init(options)) {
            Faults.Fault fault = faults.first().orElse(new Faults.Fault("JRaft said why in the log", null));
            throw new ReplicationNotStarted(
                    "node " + config.self().id() + " cannot start: " + fault.reason(), fault.cause());
        }
        server.listen();
        live.open();
        toClose.push(live::close);
        watchForStalls();
        watch.onChange(belief -> confirmLeadership());
        toClose.push(timers.every(config.timing().electionTimeout().dividedBy(2), this::confirmLeadership)::cancel);
        LOG.info(
                "node {} is in group {} at {}",
                config.self().id(),
                config.group(),
                config.self().raft());
    }

    private void watchForStalls() {
        LeaderStall stall = new LeaderStall(
                live,
                proposer::inFlight,
                indexes::applied,
                faults,
                clock,
                stallWorker,
                config.timing().stallPatience());
        Timers.Timer looks = stall.watch(timers);
        toClose.push(stallWorker::shutdown);
        toClose.push(looks::cancel);
    }

    public Proposer proposer() {
        return proposer;
    }

    public ReadBarrier barrier() {
        return barrier;
    }

    public Forwarder forwarder() {
        return forwarder;
    }

    public LeaderContact leaderContact() {
        return contact;
    }

    public DigestHistory digests() {
        return digests;
    }

    /** What JRaft measures of itself, by its own names; empty until the node was started. */
    public SortedMap<String, Double> measures() {
        return RaftMeasures.of(node.getNodeMetrics());
    }

    /**
     * Completes once this node has applied all that was committed at some moment after the call: then it may serve. Tries until
     * then; fails only when the node is closed.
     */
    public CompletionStage<Void> caughtUp() {
        CompletableFuture<Void> caught = new CompletableFuture<>();
        lookWhetherCaughtUp(caught);
        return caught;
    }

    private boolean inOffice() {
        return live.isLeader() && watch.current().isLeader();
    }

    /** A leader is only as sure as its last read index: after a freeze it may have a successor it has not heard of. */
    private void confirmLeadership() {
        if (!inOffice()) {
            return;
        }
        long asked = contact.now();
        barrier.await(ReadPolicy.LINEARIZABLE, config.timing().electionTimeout())
                .whenComplete((none, notNow) -> {
                    if (notNow == null) {
                        contact.confirmed(asked);
                    }
                });
    }

    private void lookWhetherCaughtUp(CompletableFuture<Void> caught) {
        Duration electionTimeout = config.timing().electionTimeout();
        long asked = contact.now();
        barrier.await(ReadPolicy.LINEARIZABLE, electionTimeout).whenComplete((none, notYet) -> {
            if (notYet == null) {
                contact.confirmed(asked);
                caught.complete(null);
            } else if (closing) {
                caught.completeExceptionally(notYet);
            } else {
                timers.after(electionTimeout.dividedBy(4), () -> lookWhetherCaughtUp(caught));
            }
        });
    }

    /** Takes a snapshot now, and lets the log before the last one go. Fails with {@link SnapshotNotTaken}. */
    public CompletionStage<Void> snapshotNow() {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        Closure done = status -> completion.execute(() -> {
            if (status.isOk()) {
                taken.complete(null);
            } else {
                taken.completeExceptionally(new SnapshotNotTaken(status.getErrorMsg()));
            }
        });
        if (!live.call(open -> open.snapshot(done))) {
            taken.completeExceptionally(new SnapshotNotTaken("the node is closed"));
        }
        return taken;
    }

    /**
     * Adds a node to the group, which must run with an empty directory and {@code joining}. On the leader only. Fails with
     * {@link MembershipNotChanged}; the change may then still come to pass.
     */
    public CompletionStage<Void> addMember(Member member, Duration timeout) {
        return membership.add(member, timeout);
    }

    /** The same for a node that leaves; its directory must be deleted before it ever comes back. */
    public CompletionStage<Void> removeMember(Member member, Duration timeout) {
        return membership.remove(member, timeout);
    }

    /** Gives the leadership to another node, if this one has it: for a node that is to be drained, or whose disk is nearly full. */
    public void giveLeadershipUp() {
        live.call(open -> {
            if (open.isLeader(false)) {
                LOG.info("giving the leadership up: {}", open.transferLeadershipTo(PeerId.ANY_PEER));
            }
        });
    }

    /** Idempotent. Blocks until everything is given back. */
    @Override
    public void close() {
        handLeadershipOver();
        closeAll();
    }

    private void handLeadershipOver() {
        CountDownLatch successor = new CountDownLatch(1);
        watch.onChange(belief -> {
            if (belief.leader().isPresent() && !belief.isLeader()) {
                successor.countDown();
            }
        });
        boolean[] handing = new boolean[1];
        live.call(open -> handing[0] = open.isLeader(false)
                && open.transferLeadershipTo(PeerId.ANY_PEER).isOk());
        if (!handing[0]) {
            return;
        }
        try {
            if (!successor.await(config.timing().electionTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("no other node took the leadership over in time; it will be elected");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeAll() {
        closing = true;
        while (!toClose.isEmpty()) {
            toClose.pop().run();
        }
    }

    private void stopNode() {
        node.shutdown();
        try {
            node.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopCompletion() {
        completion.shutdown();
        try {
            if (!completion.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("outcomes were not taken in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void prepareForwarding(Leadership belief) {
        belief.leader().filter(leader -> !leader.equals(config.self())).ifPresent(forwarder::prepare);
    }

    private String leaderHint() {
        return watch.current()
                .leader()
                .filter(leader -> !leader.equals(config.self()))
                .map(leader -> leader.id().value())
                .orElse("");
    }
}
