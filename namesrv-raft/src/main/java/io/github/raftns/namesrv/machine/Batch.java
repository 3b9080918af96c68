package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Consecutive entries that are written as one. Entries see what earlier ones of the batch wrote; the store sees all of them,
 * applied point included, or nothing. A batch that threw is dead and has written nothing; so has one that is never committed.
 * Owned by the apply thread.
 */
public final class Batch {
    private final StateMachine machine;
    private final AppliedPoint start;
    private final RowOverlay rows;
    private final List<RouteChange> changes = new ArrayList<>();
    private final SortedMap<LogIndex, StateDigest> digests = new TreeMap<>();
    private AppliedPoint applied;
    private Phase phase = Phase.OPEN;

    Batch(StateMachine machine, RowOverlay rows, AppliedPoint start) {
        this.machine = machine;
        this.rows = rows;
        this.start = start;
        this.applied = start;
    }

    /**
     * Applies the next entry.
     *
     * @throws StateFault when the entry is not after the last one, or a row is not readable
     */
    public Outcome apply(LogIndex index, Term term, Command command) {
        require(Phase.OPEN);
        if (index.compareTo(applied.index()) <= 0 || term.compareTo(applied.term()) < 0) {
            throw new StateFault("entry " + index + " of term " + term + " cannot follow entry " + applied.index()
                    + " of term " + applied.term());
        }
        phase = Phase.APPLYING; // stays so when this throws
        Outcome outcome = command.accept(new CommandApplier(new Entry(index, term, rows, changes)));
        applied = new AppliedPoint(index, term, rows.digest());
        digests.put(index, rows.digest());
        phase = Phase.OPEN;
        return outcome;
    }

    /**
     * Writes all of it. Without entries it writes nothing.
     *
     * @throws io.github.raftns.store.StoreFault when it could not be written
     * @throws StateFault when another batch was committed since this one began
     */
    public AppliedBatch commit() {
        require(Phase.OPEN);
        phase = Phase.DONE;
        if (!digests.isEmpty()) {
            machine.commit(start, rows.toWriteBatch(), applied);
        }
        return new AppliedBatch(applied, changes, digests);
    }

    private void require(Phase expected) {
        if (phase != expected) {
            throw new StateFault("the batch from " + start.index() + " on is " + phase + ", not " + expected);
        }
    }

    private enum Phase {
        OPEN,
        /** Outside of {@link #apply}: it threw half-way. */
        APPLYING,
        DONE
    }
}
