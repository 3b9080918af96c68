package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import io.github.raftns.namesrv.command.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A command on its way through the log of the node that proposed it. It carries the outcome back and nothing else: what is applied
 * is decoded from the entry's bytes, here as on every other node. JRaft gives it back either with the entry, or with a status;
 * its own deadline may complete the stage before, but only JRaft ends it.
 */
final class Proposal implements Closure {
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Executor completion;
    private final Runnable onEnd;
    private final Supplier<String> leader;

    /**
     * @param onEnd run once, when JRaft no longer holds the command
     * @param leader id of the node that is believed to lead, empty for none
     */
    Proposal(Executor completion, Runnable onEnd, Supplier<String> leader) {
        this.completion = completion;
        this.onEnd = onEnd;
        this.leader = leader;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    /** On the completion thread: the entry was applied, and the view shows it; or its fate here is not known. */
    void end(Outcome word) {
        if (ended.compareAndSet(false, true)) {
            onEnd.run();
        }
        outcome.complete(word);
    }

    /** The node is closed, so JRaft never took it. */
    void turnAway() {
        completion.execute(() -> end(new Outcome.NotLeader("")));
    }

    /** JRaft gives the command back: it was not proposed, or nobody knows. */
    @Override
    public void run(Status status) {
        Outcome word = wordOn(status);
        completion.execute(() -> end(word));
    }

    /** The deadline of the proposer passed; JRaft still holds the command. */
    void expire() {
        completion.execute(() -> outcome.complete(new Outcome.Unknown("proposed, not applied in time")));
    }

    /**
     * JRaft says with one code that a command was refused and that it was appended and then lost sight of, so the texts of the
     * certain refusals are told apart; everything else is unknown.
     */
    private Outcome wordOn(Status status) {
        String text = String.valueOf(status.getErrorMsg());
        if (status.getRaftError() == RaftError.EPERM
                && (text.equals("Is not leader.") || text.startsWith("expected_term="))) {
            return new Outcome.NotLeader(leader.get());
        }
        if (status.getRaftError() == RaftError.EBUSY) {
            return text.startsWith("Is transferring")
                    ? new Outcome.NotLeader(leader.get())
                    : new Outcome.Overloaded("the log's queue");
        }
        if (status.getRaftError() == RaftError.ENODESHUTDOWN && text.equals("Node is shutting down.")) {
            return new Outcome.NotLeader(leader.get());
        }
        return new Outcome.Unknown(text);
    }
}
