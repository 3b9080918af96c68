package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import java.util.List;

/**
 * The entry that is being applied: its place in the log, the rows it sees, and where its changes go. Owned by the apply
 * thread for the length of one command.
 *
 * @param changes of the whole batch, to which this entry's are added
 */
record Entry(LogIndex index, Term term, RowOverlay rows, List<RouteChange> changes) {
    GroupEdit edit(BrokerName name) {
        return new GroupEdit(rows, name);
    }

    void close(GroupEdit edit) {
        edit.close(index, changes);
    }

    Outcome applied(long count) {
        return new Outcome.Applied(index, count);
    }

    static Outcome refused(Refusal reason, String detail) {
        return new Outcome.Refused(reason, detail);
    }
}
