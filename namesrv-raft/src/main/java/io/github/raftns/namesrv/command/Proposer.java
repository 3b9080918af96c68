package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.Term;
import java.util.concurrent.CompletionStage;

/** The way into the log. Any thread; never blocks. */
public interface Proposer {
    /**
     * Proposes a command on this node. The stage completes, never on the apply thread, with {@code Applied} or
     * {@code Refused} after this node's view shows the entry; with {@code NotLeader} or {@code Overloaded} when it was
     * certainly not proposed; with {@code Unknown} when leadership or time ran out meanwhile. It never completes
     * exceptionally.
     */
    CompletionStage<Outcome> propose(Command command);

    /** The same for a verdict: only an entry of exactly this term will carry it; otherwise {@code NotLeader}. */
    CompletionStage<Outcome> propose(Command command, Term expectedTerm);
}
