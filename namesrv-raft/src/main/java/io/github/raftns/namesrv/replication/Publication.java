package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.machine.AppliedBatch;
import io.github.raftns.store.Reads;
import io.github.raftns.store.StoreSnapshot;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Tells the world what was applied, in the one right order: listener (which makes the view), digests, those who wait for an index,
 * and last those who proposed. Called by the apply thread; outcomes leave it for the completion thread.
 */
final class Publication {
    private final StateListener listener;
    private final DigestHistory digests;
    private final AppliedIndexes indexes;
    private final Executor completion;

    Publication(StateListener listener, DigestHistory digests, AppliedIndexes indexes, Executor completion) {
        this.listener = listener;
        this.digests = digests;
        this.indexes = indexes;
        this.completion = completion;
    }

    /** A proposal that an entry brought back, and what became of it. */
    record Ended(Proposal proposal, Outcome outcome) {}

    void reset(AppliedPoint point, Reads rows) {
        listener.reset(point, rows);
        digests.restart(point);
        indexes.advance(point.index());
    }

    /** @param marked handle of the state, for the listener, when the batch ends with a mark; else null */
    void applied(AppliedBatch batch, StoreSnapshot marked) {
        listener.applied(batch.applied(), batch.changes());
        if (marked != null) {
            listener.marked(batch.applied(), marked);
        }
        digests.add(batch.digests());
        indexes.advance(batch.applied().index());
    }

    void outcomes(List<Ended> ended) {
        if (!ended.isEmpty()) {
            completion.execute(() -> ended.forEach(one -> one.proposal().end(one.outcome())));
        }
    }

    void lost(List<Ended> ended, String why) {
        outcomes(ended.stream()
                .map(one -> new Ended(one.proposal(), new Outcome.Unknown(why)))
                .toList());
    }
}
