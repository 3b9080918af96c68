package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.leadership.Forwarder;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.read.ReadBarrier;
import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Brings an intent to the leader, from any node: to the desk here when this node leads, else over one hop. Says success only
 * for what this node itself shows, so that a client reading from the node it wrote to reads its own write.
 *
 * <p>An intent that certainly was not handed over is held and tried again, at each change of leadership and at a short interval,
 * until its time is up; one of unknown fate only when asking twice does no harm. Every stage completes within the hold, and
 * never exceptionally. Any thread; never blocks.
 */
public final class ChangeSubmitter {
    /** The rooms and ports it stands on. */
    public record Ports(
            NodeId self,
            LeadershipWatch leadership,
            LeaderDesk desk,
            Forwarder forwarder,
            ReadBarrier barrier,
            MonotonicClock clock,
            Timers timers,
            Executor workers,
            NodeMeters meters) {}

    private final Ports ports;
    private final SubmitLimits limits;
    private final HeldSubmissions held;

    public ChangeSubmitter(Ports ports, SubmitLimits limits) {
        this.ports = ports;
        this.limits = limits;
        this.held = new HeldSubmissions(ports.timers(), ports.workers(), limits.retry(), () -> ports.leadership()
                .current()
                .leader()
                .isPresent());
        ports.leadership().onChange(belief -> {
            if (belief.leader().isPresent()) {
                held.wakeAll();
            }
        });
    }

    /** @param hold how long the sender can bear to wait */
    public CompletionStage<Outcome> submit(Intent intent, Duration hold) {
        return new Submission(ports, limits.attempt(), held, intent, hold).start();
    }

    SubmitLimits limits() {
        return limits;
    }
}
