package io.github.raftns.namesrv.testing;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.machine.AppliedBatch;
import io.github.raftns.namesrv.machine.Batch;
import io.github.raftns.namesrv.machine.StateMachine;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.store.memory.MemoryStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The log in a list: the real machine and the real view, and no replication. What is proposed is applied at once, or, while
 * held, when the test says so. For one thread.
 */
public final class InMemoryLog implements Proposer {
    private record Proposal(Command command, CompletableFuture<Outcome> word) {}

    private final MemoryStore store = new MemoryStore();
    private final StateMachine machine = new StateMachine(store);
    private final RouteWindow window = new RouteWindow();
    private final List<Command> entries = new ArrayList<>();
    private final Deque<Proposal> waiting = new ArrayDeque<>();
    private final Deque<Outcome> answersInstead = new ArrayDeque<>();
    private final Deque<Command> goingFirst = new ArrayDeque<>();
    private final Deque<Command> goingAfter = new ArrayDeque<>();
    private Term term = new Term(1);
    private boolean held;

    public RouteWindow window() {
        return window;
    }

    /** All entries so far. */
    public List<Command> entries() {
        return List.copyOf(entries);
    }

    public Term term() {
        return term;
    }

    public void nextTerm() {
        term = new Term(term.number() + 1);
    }

    /** Applies an entry at once, past all that is held. */
    public Outcome append(Command command) {
        LogIndex index = new LogIndex(machine.applied().index().value() + 1);
        Batch batch = machine.begin();
        Outcome outcome = batch.apply(index, term, command);
        AppliedBatch applied = batch.commit();
        window.publish(applied.applied(), applied.changes());
        entries.add(command);
        return outcome;
    }

    /** From now on proposals wait. */
    public void hold() {
        held = true;
    }

    /** How many wait. */
    public int waiting() {
        return waiting.size();
    }

    /** Applies what waits, and holds no more. */
    public void release() {
        held = false;
        for (Proposal next = waiting.poll(); next != null; next = waiting.poll()) {
            next.word().complete(commit(next.command()));
        }
    }

    /** The next proposal is not applied but answered with this. */
    public void answerNextWith(Outcome outcome) {
        answersInstead.add(outcome);
    }

    /** An entry that gets into the log just before the next proposal; given several times, one before each of the next ones. */
    public void goesBeforeNext(Command command) {
        goingFirst.add(command);
    }

    /** An entry that is applied right after the next proposal, before the word on that is out. */
    public void goesAfterNext(Command command) {
        goingAfter.add(command);
    }

    private Outcome commit(Command command) {
        Outcome outcome = append(command);
        if (!goingAfter.isEmpty()) {
            append(goingAfter.poll());
        }
        return outcome;
    }

    @Override
    public CompletionStage<Outcome> propose(Command command) {
        if (!answersInstead.isEmpty()) {
            return CompletableFuture.completedStage(answersInstead.poll());
        }
        if (!goingFirst.isEmpty()) {
            append(goingFirst.poll());
        }
        Proposal proposal = new Proposal(command, new CompletableFuture<>());
        if (held) {
            waiting.add(proposal);
        } else {
            proposal.word().complete(commit(command));
        }
        return proposal.word();
    }

    @Override
    public CompletionStage<Outcome> propose(Command command, Term expectedTerm) {
        return expectedTerm.equals(term)
                ? propose(command)
                : CompletableFuture.completedStage(new Outcome.NotLeader(""));
    }

    /** Every row by its key, both as text, save the applied point: what two logs are compared by. */
    public SortedMap<String, String> rows() {
        SortedMap<String, String> rows = new TreeMap<>();
        StateRows.forEach(store, change -> rows.put(StateRows.keyText(change), change.toString()));
        return rows;
    }
}
