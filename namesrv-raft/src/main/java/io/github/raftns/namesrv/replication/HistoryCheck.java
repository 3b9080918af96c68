package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;

/**
 * Tells entries that the state already holds from new ones, and lets none pass before the log was seen to be the one that the
 * state comes from: the entry at the state's index must be there, with the state's term (design D4). Owned by the apply thread.
 *
 * <pre>
 * entry's index against the state's    agreed                 not agreed yet
 * -----------------------------------  ---------------------  ------------------------------------------------
 * below                                held already           held already
 * equal, equal term                    held already           held already; agreed from here on
 * equal, other term                    foreign history        foreign history
 * above                                new                    foreign history: the state's own entry was none
 * </pre>
 */
final class HistoryCheck {
    private AppliedPoint state;
    private boolean agreed;

    HistoryCheck(AppliedPoint state) {
        opened(state);
    }

    /** A state found on disk; an empty one agrees with every log. */
    void opened(AppliedPoint found) {
        state = found;
        agreed = found.index().equals(LogIndex.NONE);
    }

    /** The state was just made from what the log says. */
    void follows(AppliedPoint made) {
        state = made;
        agreed = true;
    }

    boolean agreed() {
        return agreed;
    }

    /** @throws ForeignHistory when state and log cannot be of one history */
    boolean isNew(LogIndex index, Term term) {
        int order = index.compareTo(state.index());
        if (order == 0) {
            confirm(index, term);
        } else if (order > 0 && !agreed) {
            throw new ForeignHistory("the log goes from below entry " + state.index() + " to " + index
                    + ", and its entry " + state.index() + " is not the state's");
        }
        return order > 0;
    }

    /** The log, or a snapshot of it, speaks of the very entry at which the state stands. */
    void confirm(LogIndex index, Term term) {
        if (!term.equals(state.term())) {
            throw new ForeignHistory(
                    "entry " + index + " has term " + term + " in the log, and term " + state.term() + " in the state");
        }
        agreed = true;
    }
}
