package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.store.Reads;
import io.github.raftns.store.StoreSnapshot;
import java.util.List;

/**
 * Port: told of every change of this node's state, in order. The first three are called by the thread that changes the state
 * (the starting thread before the node has started, the apply thread afterwards), so they must be quick; what they throw is a
 * fault.
 */
public interface StateListener {
    /** The rows that entries up to this point changed, in order; the state already holds them, and no outcome is out yet. */
    void applied(AppliedPoint point, List<RouteChange> changes);

    /**
     * The state is another one from here on: at start, and when a snapshot was installed.
     *
     * @param rows readable during the call only
     */
    void reset(AppliedPoint point, Reads rows);

    /** The state as it stands at a mark. The listener owns the handle and must close it. */
    void marked(AppliedPoint point, StoreSnapshot state);

    /**
     * This replica can no longer be trusted to follow the log: the node must exit. Called at most once, on a thread of its own,
     * which may end the process.
     */
    void failed(String reason, Throwable cause);
}
