package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.observe.Lane;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.observe.Tally;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicTable;
import io.github.raftns.rpc.time.WallClock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader's desk: turns registrations into differences from the applied state, and proposes them (design D7). Called here by
 * {@link ChangeSubmitter} and, for other nodes, by replication.
 *
 * <pre>
 * judge: nothing differs ------------------------------------> Unchanged at the view's index
 *        the machine would refuse it ------------------------> Refused, without an entry in the log
 *        a difference, or its first part ---- propose ---+---> Applied, complete: done
 *          ^            ^                                |---> Applied, more to come: judge what is left, from the view that
 *          |            '--------------------------------|     shows the part
 *          '---------------------------------------------|---> Refused BASE_MOVED: judge anew, three times; then the table
 *                                                        |     goes whole, in parts without a base
 *                                                        '---> anything else: the sender's to handle
 * </pre>
 *
 * <p>Each part of a big change is computed from the state that shows the part before it and names that as its base, so whatever
 * interleaves is seen or refused. Only the last one is {@code complete} and moves the stored data version: a registration that
 * stops half way still differs and is sent again. Parts without a base are judged topic by topic by the machine, in the
 * state they meet.
 *
 * <p>Threads: any may call; judging runs on the workers, one job a broker name at a time ({@link RegistrationLanes}).
 */
public final class RegistrationDesk implements LeaderDesk {
    private static final Logger LOG = LoggerFactory.getLogger(RegistrationDesk.class);

    /**
     * The rooms and ports it stands on.
     *
     * @param signsOfLife takes followers' reports
     */
    public record Ports(
            RouteWindow window,
            LeadershipWatch leadership,
            Proposer proposer,
            Function<SignsOfLife, ReportReply> signsOfLife,
            WallClock wallClock,
            Executor workers,
            NodeMeters meters) {}

    private final Ports ports;
    private final DeskLimits limits;
    private final RegistrationLanes lanes;
    private final AtomicInteger registrations = new AtomicInteger();
    private final AtomicInteger directs = new AtomicInteger();
    private final Tally shed;

    public RegistrationDesk(Ports ports, DeskLimits limits) {
        this.ports = ports;
        this.limits = limits;
        this.lanes = new RegistrationLanes(limits.waitingPerBroker());
        this.shed = ports.meters().sheds(Lane.DESK);
    }

    @Override
    public CompletionStage<Outcome> handle(Intent intent) {
        Leadership belief = ports.leadership().current();
        if (!belief.isLeader()) {
            return CompletableFuture.completedStage(notLeader(belief));
        }
        if (intent instanceof Intent.Direct direct) {
            Optional<Outcome> settled = settled(direct.command());
            return settled.isPresent() ? CompletableFuture.completedStage(settled.get()) : propose(direct.command());
        }
        return enter(((Intent.Register) intent).registration());
    }

    /**
     * A broker says goodbye to every node: the first one removes it, the others need no entry in the log. Judged only where this
     * state has seen the registration that is meant.
     */
    private Optional<Outcome> settled(Command command) {
        RouteView view = ports.window().view();
        if (!(command instanceof UnregisterBroker goodbye)
                || goodbye.epoch().index() > view.at().index().value()) {
            return Optional.empty();
        }
        MemberRecord member =
                view.memberByAddress(goodbye.broker().name(), goodbye.broker().address());
        boolean stands = member != null && member.epoch().equals(goodbye.epoch());
        return stands
                ? Optional.empty()
                : Optional.of(new Outcome.Unchanged(view.at().index()));
    }

    @Override
    public ReportReply heard(SignsOfLife signs) {
        return ports.signsOfLife().apply(signs);
    }

    /** Registrations on the desk now. */
    public int inFlight() {
        return registrations.get();
    }

    private static Outcome notLeader(Leadership belief) {
        return new Outcome.NotLeader(
                belief.leader().map(leader -> leader.id().value()).orElse(""));
    }

    private Outcome overloaded(String what) {
        shed.add();
        return new Outcome.Overloaded(what);
    }

    private CompletionStage<Outcome> propose(Command command) {
        if (directs.incrementAndGet() > limits.jobs()) {
            directs.decrementAndGet();
            return CompletableFuture.completedStage(overloaded("direct commands"));
        }
        return ports.proposer().propose(command).whenComplete((outcome, fault) -> directs.decrementAndGet());
    }

    private CompletionStage<Outcome> enter(Registration registration) {
        if (registrations.incrementAndGet() > limits.jobs()) {
            registrations.decrementAndGet();
            return CompletableFuture.completedStage(overloaded("registrations"));
        }
        RegistrationLanes.Entry entry = lanes.enter(new RegistrationJob(registration));
        switch (entry.place()) {
            case FIRST -> work(entry.job());
            case WAITS -> {}
            case JOINED -> registrations.decrementAndGet();
            case FULL -> {
                registrations.decrementAndGet();
                return CompletableFuture.completedStage(overloaded("registrations of one broker"));
            }
        }
        return entry.job().result().minimalCompletionStage();
    }

    private void work(RegistrationJob job) {
        try {
            CompletionStage<Void> judging = CompletableFuture.runAsync(() -> judge(job), ports.workers());
            judging.whenComplete((done, fault) -> {
                if (fault != null) {
                    LOG.error(
                            "event=judging-failed broker={}", job.registration().broker(), fault);
                    finish(job, new Outcome.Unknown("fault while judging: " + fault));
                }
            });
        } catch (RejectedExecutionException full) {
            finish(job, overloaded("workers"));
        }
    }

    private void judge(RegistrationJob job) {
        Leadership belief = ports.leadership().current();
        if (!belief.isLeader()) {
            finish(job, notLeader(belief));
        } else if (job.goesWhole()) {
            List<ReportedTopic> topics = job.registration().table().topics();
            propose(job, topics.subList(job.wholeSent(), topics.size()), null);
        } else {
            RouteView view = ports.window().view();
            RegistrationDifference difference = RegistrationDifference.between(view, job.registration());
            if (difference.refusal().isPresent()) {
                finish(job, difference.refusal().get());
            } else if (!difference.isNone()) {
                propose(job, difference.topics(), difference.base());
            } else if (job.applied().equals(LogIndex.NONE)) {
                finish(job, new Outcome.Unchanged(view.at().index()));
            } else {
                // somebody else brought the rest
                finish(job, new Outcome.Applied(view.at().index(), 0));
            }
        }
    }

    private void propose(RegistrationJob job, List<ReportedTopic> topics, Base base) {
        int part = TopicParts.fitting(topics, limits.partBytes());
        boolean last = part == topics.size();
        TopicTable whole = job.registration().table();
        Registration reduced = job.registration()
                .withTable(new TopicTable(whole.version(), topics.subList(0, part), whole.filterServers()));
        RegisterBroker command =
                new RegisterBroker(reduced, base, last, ports.wallClock().millis());
        ports.proposer().propose(command).whenComplete((outcome, fault) -> {
            if (fault != null) {
                finish(job, new Outcome.Unknown("fault while proposing: " + fault));
            } else {
                goOn(job, outcome, part, last);
            }
        });
    }

    private void goOn(RegistrationJob job, Outcome outcome, int part, boolean last) {
        if (outcome instanceof Outcome.Applied applied && !last) {
            job.partApplied(applied.index(), part);
            work(job);
        } else if (outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.BASE_MOVED) {
            job.baseMoved();
            work(job);
        } else {
            finish(job, outcome);
        }
    }

    private void finish(RegistrationJob job, Outcome outcome) {
        if (!job.claimFinish()) {
            return;
        }
        registrations.decrementAndGet();
        // the lane first: whoever acts on the result finds it free
        lanes.leave(job).ifPresent(this::work);
        job.result().complete(outcome);
    }
}
