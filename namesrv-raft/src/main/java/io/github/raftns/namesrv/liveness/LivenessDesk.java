package io.github.raftns.namesrv.liveness;

import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.leadership.Forwarder;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.Timers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where signs of life come in, on every node, and where they go: into the leases when this node leads, to the leader in one
 * report a tick when it follows (design D2). Nothing here enters the log but verdicts.
 *
 * <p>Threads: {@link #heard} and {@link #describe} on any thread; everything else, the leases above all, belongs to the timer
 * thread that runs the tick. Event loops reach it only through {@link HeardBuffer}, so a heartbeat waits for nobody.
 *
 * <p>Each tick of a leader: follow the view; take in what was heard; push all leases back when this tick came late (a paused
 * node heard nobody, design A7); judge. A new term starts with a full lease for everybody, whatever was known before.
 */
public final class LivenessDesk {
    private static final Logger LOG = LoggerFactory.getLogger(LivenessDesk.class);

    /** The rooms and ports that liveness stands on. */
    public record Ports(
            NodeId self,
            Roll roll,
            LeadershipWatch leadership,
            Forwarder forwarder,
            Proposer proposer,
            MonotonicClock clock,
            Timers timers,
            NodeMeters meters) {}

    private final Ports ports;
    private final LivenessLimits limits;
    private final HeardBuffer buffer = new HeardBuffer();
    private final Reaper reaper;
    private final AtomicBoolean reporting = new AtomicBoolean();

    // timer thread only
    private final LeaseTable leases;
    private Term leasesOf = Term.NONE;
    private LogIndex followed = LogIndex.NONE;
    private long lastTickNanos;

    // written by the timer thread, read by any: what describe() shows
    private volatile Map<BrokerKey, LeaseTable.Deadline> deadlines = Map.of();

    public LivenessDesk(Ports ports, LivenessLimits limits) {
        this.ports = ports;
        this.limits = limits;
        this.reaper = new Reaper(ports.proposer(), ports.meters());
        this.lastTickNanos = ports.clock().nanoTime();
        this.leases = new LeaseTable(lastTickNanos, limits.timeout());
    }

    /** Starts ticking; the handle ends it. Called once, by the composition root, when the view stands. */
    public Timers.Timer start() {
        return ports.timers().every(limits.tick(), this::tick);
    }

    /** A broker was heard on this node, under this registration. Any thread, never blocks. */
    public void heard(BrokerKey broker, Epoch epoch) {
        buffer.note(new Sighting(broker, epoch, ports.clock().nanoTime(), ports.self()));
    }

    /** A follower's report; accepted only while this node leads. Any thread, never blocks. */
    public ReportReply heard(SignsOfLife signs) {
        Leadership leadership = ports.leadership().current();
        if (!leadership.isLeader()) {
            return ReportReply.NOT_ACCEPTED;
        }
        long now = ports.clock().nanoTime();
        for (SignsOfLife.Heard heard : signs.heard()) {
            long at = now - TimeUnit.MILLISECONDS.toNanos(Math.max(0, heard.ageMillis()));
            buffer.note(new Sighting(heard.broker(), heard.epoch(), at, signs.from()));
        }
        return new ReportReply(true, leadership.term(), ports.roll().at());
    }

    /** What is known of one registration. Any thread. */
    public BrokerLiveness describe(BrokerKey broker, Epoch epoch) {
        long now = ports.clock().nanoTime();
        LeaseTable.Deadline deadline = deadlines.get(broker);
        long leaseLeft = deadline == null || !deadline.epoch().equals(epoch)
                ? -1
                : Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline.atNanos() - now));
        Optional<Sighting> seen =
                buffer.latest(broker).filter(sighting -> sighting.epoch().equals(epoch));
        return new BrokerLiveness(
                leaseLeft,
                seen.map(sighting -> Math.max(0, TimeUnit.NANOSECONDS.toMillis(now - sighting.atNanos())))
                        .orElse(-1L),
                seen.map(sighting -> sighting.by().value()).orElse(""));
    }

    private void tick() {
        long now = ports.clock().nanoTime();
        // from start to start: a pause inside a tick counts as well as one between two
        long lateNanos = now - lastTickNanos - limits.tick().toNanos();
        lastTickNanos = now;
        Leadership leadership = ports.leadership().current();
        if (leadership.isLeader()) {
            lead(leadership.term(), now, lateNanos);
        } else {
            follow(leadership);
        }
    }

    private void lead(Term term, long now, long lateNanos) {
        boolean newTerm = !term.equals(leasesOf);
        if (newTerm) {
            leases.clear();
            leasesOf = term;
        }
        if (newTerm || !ports.roll().at().equals(followed)) {
            callTheRoll(now);
        }
        for (Sighting sighting : buffer.drain()) {
            leases.renew(sighting);
        }
        if (!newTerm && lateNanos > limits.pauseMin().toNanos()) {
            leases.postponeAll(lateNanos);
            ports.meters().leasesPostponed();
            LOG.warn("event=pause millis={} leases=postponed", TimeUnit.NANOSECONDS.toMillis(lateNanos));
        }
        deadlines = leases.deadlines();
        reaper.propose(leases.expiredAt(now - limits.verdictDelay().toNanos()), term);
    }

    private void follow(Leadership leadership) {
        if (!leasesOf.equals(Term.NONE)) {
            leases.clear();
            leasesOf = Term.NONE;
            deadlines = Map.of();
        }
        if (!ports.roll().at().equals(followed)) {
            Roll.Cut roll = ports.roll().take();
            followed = roll.at();
            keepOnly(roll);
        }
        // without a leader the buffer keeps: whoever leads next hears of it, and grants full leases anyway
        // (elected but not yet in office, this node is its own leader: then it waits for the office)
        leadership.leader().filter(leader -> !leader.id().equals(ports.self())).ifPresent(this::report);
    }

    private void callTheRoll(long now) {
        Roll.Cut roll = ports.roll().take();
        followed = roll.at();
        leases.follow(roll.brokers(), now);
        keepOnly(roll);
    }

    private void keepOnly(Roll.Cut roll) {
        buffer.keepOnly(roll.brokers().stream().map(Roll.Registered::broker).collect(Collectors.toSet()));
    }

    private void report(Member leader) {
        if (!reporting.compareAndSet(false, true)) {
            return;
        }
        List<Sighting> drained = buffer.drain();
        long now = ports.clock().nanoTime();
        List<SignsOfLife.Heard> heard = drained.stream()
                .map(sighting -> new SignsOfLife.Heard(
                        sighting.broker(),
                        sighting.epoch(),
                        TimeUnit.NANOSECONDS.toMillis(Math.max(0, now - sighting.atNanos()))))
                .toList();
        boolean handedOver = false;
        try {
            ports.forwarder()
                    .report(leader, new SignsOfLife(ports.self(), heard), limits.reportTimeout())
                    .whenComplete((reply, fault) -> {
                        if (fault != null) {
                            LOG.error("the forwarder broke its promise never to complete exceptionally", fault);
                        }
                        reported(drained, fault == null && reply.accepted());
                    });
            handedOver = true;
        } finally {
            if (!handedOver) {
                reported(drained, false); // or this node would never report again
            }
        }
    }

    private void reported(List<Sighting> drained, boolean accepted) {
        if (!accepted) {
            buffer.giveBack(drained);
            ports.meters().reportFailed();
        }
        reporting.set(false);
    }
}
