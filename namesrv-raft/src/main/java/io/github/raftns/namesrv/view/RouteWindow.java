package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import java.util.List;

/**
 * Holds the current view. The apply thread alone publishes and resets; any thread reads. A reader that has seen a view never
 * sees an older one, except across a reset to an older state, which no caller makes.
 */
public final class RouteWindow {
    private volatile RouteView current = RouteView.EMPTY;

    public RouteView view() {
        return current;
    }

    /**
     * Apply thread: shows the state after a batch of entries, all at once. When this throws, the view is as before and the
     * node must stop, for the state has gone on without it.
     *
     * @param at last entry of the batch
     * @param changes of the whole batch, in the order of its entries
     * @throws IllegalArgumentException when the point is older than the current one
     * @throws IllegalStateException when the changes leave a broker name with rows but without a group
     */
    public void publish(AppliedPoint at, List<RouteChange> changes) {
        RouteView before = current;
        if (at.index().compareTo(before.at().index()) < 0) {
            throw new IllegalArgumentException(
                    "the view is at " + before.at().index() + " and cannot go back to " + at.index());
        }
        ViewEdit edit = new ViewEdit(before);
        for (RouteChange change : changes) {
            change.accept(edit);
        }
        current = edit.freeze(at);
    }

    /**
     * Apply thread, at start and after a snapshot was loaded: builds a view from all rows beside the old one, which readers
     * keep until the new one is whole.
     *
     * @throws IllegalStateException when a broker name has rows but no group
     */
    public void reset(AppliedPoint at, RowSource rows) {
        ViewEdit edit = new ViewEdit(RouteView.EMPTY);
        rows.forEach(change -> change.accept(edit));
        current = edit.freeze(at);
    }
}
