package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.namesrv.replication.StateListener;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.store.Reads;
import io.github.raftns.store.StoreSnapshot;
import java.util.List;

/** Makes views of states: the one place where replication meets the window. Apply thread. */
final class StateFollower implements StateListener {
    private final RouteWindow window;
    private final MarkedStates marked;
    private final NameServerNode.Fatal fatal;

    StateFollower(RouteWindow window, MarkedStates marked, NameServerNode.Fatal fatal) {
        this.window = window;
        this.marked = marked;
        this.fatal = fatal;
    }

    @Override
    public void applied(AppliedPoint point, List<RouteChange> changes) {
        window.publish(point, changes);
    }

    @Override
    public void reset(AppliedPoint point, Reads rows) {
        window.reset(point, sink -> StateRows.forEach(rows, sink));
    }

    @Override
    public void marked(AppliedPoint point, StoreSnapshot state) {
        marked.keep(point, state, window.view());
    }

    @Override
    public void failed(String reason, Throwable cause) {
        fatal.fault(reason, cause);
    }
}
