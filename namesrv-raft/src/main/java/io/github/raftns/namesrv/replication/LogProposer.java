package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.entity.Task;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.CommandCodec;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.time.Timers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The way into this node's log. Bounded: what JRaft holds and has not given back is counted, and what exceeds the limit is turned
 * away at once. Any thread; never blocks.
 */
final class LogProposer implements Proposer {
    private static final long ANY_TERM = -1;

    private final LiveNode node;
    private final int entryBytesMax;
    private final Semaphore free;
    private final int capacity;
    private final Duration deadline;
    private final Timers timers;
    private final Executor completion;
    private final Supplier<String> leader;

    LogProposer(LiveNode node, ReplicationConfig config, Timers timers, Executor completion, Supplier<String> leader) {
        this.node = node;
        this.entryBytesMax = config.limits().entryBytesMax();
        this.capacity = config.limits().proposalsInFlightMax();
        this.free = new Semaphore(capacity);
        this.deadline = config.timing().proposalTimeout();
        this.timers = timers;
        this.completion = completion;
        this.leader = leader;
    }

    @Override
    public CompletionStage<Outcome> propose(Command command) {
        return propose(command, ANY_TERM);
    }

    @Override
    public CompletionStage<Outcome> propose(Command command, Term expectedTerm) {
        return propose(command, expectedTerm.number());
    }

    /** How many commands JRaft holds. */
    int inFlight() {
        return capacity - free.availablePermits();
    }

    private CompletionStage<Outcome> propose(Command command, long expectedTerm) {
        byte[] entry = CommandCodec.encode(command);
        if (entry.length > entryBytesMax) {
            return CompletableFuture.completedFuture(new Outcome.Refused(
                    Refusal.TOO_LARGE, "a command of " + entry.length + " bytes; an entry may have " + entryBytesMax));
        }
        if (!node.isLeader()) {
            return CompletableFuture.completedFuture(new Outcome.NotLeader(leader.get()));
        }
        if (!free.tryAcquire()) {
            return CompletableFuture.completedFuture(new Outcome.Overloaded("proposals in flight"));
        }
        Proposal proposal = new Proposal(completion, free::release, leader);
        Timers.Timer timer = timers.after(deadline, proposal::expire);
        CompletionStage<Outcome> outcome = proposal.outcome().whenComplete((word, never) -> timer.cancel());
        Task task = new Task(ByteBuffer.wrap(entry), proposal, expectedTerm);
        if (!node.call(open -> open.apply(task))) {
            proposal.turnAway();
        }
        return outcome;
    }
}
