package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.CommandCodec;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.machine.AppliedBatch;
import io.github.raftns.namesrv.machine.Batch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.store.StoreSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * What happens to a committed entry, the same on every node: decode its bytes, apply it, write a batch of such with the applied
 * point as one, tell the listener, and only then let outcomes out, on another thread. Whatever fails on that way ends this replica:
 * nothing of the batch counts, nothing is skipped, and the restarted node applies the same entries again.
 *
 * <p>Called by JRaft on its apply thread alone, which owns the state.
 */
final class ApplyLoop extends StateMachineAdapter {
    private final ReplicatedState state;
    private final HistoryCheck history;
    private final Snapshots snapshots;
    private final Publication publication;
    private final LeadershipEvents leadership;
    private final Faults faults;
    private final ReplicationLimits limits;

    ApplyLoop(
            ReplicatedState state,
            HistoryCheck history,
            Snapshots snapshots,
            Publication publication,
            LeadershipEvents leadership,
            Faults faults,
            ReplicationLimits limits) {
        this.state = state;
        this.history = history;
        this.snapshots = snapshots;
        this.publication = publication;
        this.leadership = leadership;
        this.faults = faults;
        this.limits = limits;
    }

    @Override
    public void onApply(Iterator entries) {
        boolean going = true;
        while (going && entries.hasNext()) {
            going = applySome(entries);
        }
    }

    /** One batch; false after a fault. */
    @SuppressWarnings(
            "IllegalCatch") // the edge of the apply thread: whatever fails here halts the replica, and says so
    private boolean applySome(Iterator entries) {
        long first = entries.getIndex();
        Taken taken = new Taken();
        try {
            Batch batch = state.begin();
            while (entries.hasNext() && taken.mayGrow(limits)) {
                take(entries, batch, taken);
                entries.next();
            }
            publish(batch.commit(), taken);
            return true;
        } catch (RuntimeException | Error fault) {
            halt(entries, first, fault);
            publication.lost(taken.outcomes, "the leader failed while applying it");
            return false;
        }
    }

    private void take(Iterator entries, Batch batch, Taken taken) {
        LogIndex index = new LogIndex(entries.getIndex());
        Proposal proposal = entries.done() instanceof Proposal ours ? ours : null;
        taken.add(proposal, entries.getData().remaining());
        if (!history.isNew(index, new Term(entries.getTerm()))) {
            return; // with a proposal only when JRaft offers entries a second time; its outcome is not known any more
        }
        Command command = CommandCodec.decode(entries.getData());
        taken.applied(batch.apply(index, new Term(entries.getTerm()), command), command instanceof MarkState);
    }

    private void publish(AppliedBatch applied, Taken taken) {
        if (!applied.digests().isEmpty()) {
            history.follows(applied.applied());
            StoreSnapshot marked = taken.mark ? state.snapshot() : null;
            publication.applied(applied, marked);
        }
        publication.outcomes(taken.outcomes);
    }

    /** JRaft takes back all entries of the batch, this one included, and lets no further one come. */
    private void halt(Iterator entries, long first, Throwable fault) {
        String reason = "cannot apply entries from " + first + " on: " + fault.getMessage();
        long taken = entries.getIndex() - first + (entries.hasNext() ? 1 : 0);
        faults.report(reason, fault);
        entries.setErrorAndRollback(Math.max(1, taken), new Status(RaftError.ESTATEMACHINE, "%s", reason));
    }

    @Override
    public void onSnapshotSave(SnapshotWriter writer, Closure done) {
        snapshots.save(writer, done);
    }

    @Override
    @SuppressWarnings(
            "IllegalCatch") // the edge of the apply thread: whatever fails here halts the replica, and says so
    public boolean onSnapshotLoad(SnapshotReader reader) {
        try {
            if (snapshots.load(reader)) {
                try (StoreSnapshot rows = state.snapshot()) {
                    publication.reset(state.applied(), rows);
                }
            }
            return true;
        } catch (RuntimeException | Error fault) {
            faults.report("cannot load the snapshot " + reader.getPath() + ": " + fault.getMessage(), fault);
            return false;
        }
    }

    @Override
    public void onError(RaftException fault) {
        leadership.lost();
        faults.report("Raft failed: " + fault.getStatus(), fault);
    }

    @Override
    public void onLeaderStart(long term) {
        leadership.leading(new Term(term));
    }

    @Override
    public void onLeaderStop(Status status) {
        leadership.lost();
    }

    @Override
    public void onStartFollowing(LeaderChangeContext change) {
        leadership.following(change.getLeaderId(), new Term(change.getTerm()));
    }

    @Override
    public void onStopFollowing(LeaderChangeContext change) {
        leadership.lost();
    }

    /** The entries of one batch so far. */
    private static final class Taken {
        private final List<Publication.Ended> outcomes = new ArrayList<>();
        private int entries;
        private long bytes;
        private boolean mark;
        private Proposal latest; // of the entry taken last, null when it came from another node

        /** Ends at a mark, so that the state on disk is the state at the mark. */
        boolean mayGrow(ReplicationLimits limits) {
            return !mark && entries < limits.batchEntriesMax() && bytes < limits.batchBytesMax();
        }

        void add(Proposal proposal, int entryBytes) {
            entries++;
            bytes += entryBytes;
            if (proposal != null) {
                outcomes.add(new Publication.Ended(proposal, new Outcome.Unknown("the entry was applied before")));
                latest = proposal;
            } else {
                latest = null;
            }
        }

        void applied(Outcome outcome, boolean isMark) {
            mark |= isMark;
            if (latest != null) {
                outcomes.set(outcomes.size() - 1, new Publication.Ended(latest, outcome));
            }
        }
    }
}
