package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.message.ReplicaStamp;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.server.Call;
import io.github.raftns.rpc.server.Peer;

/**
 * One call and the view it is answered from. Whatever a handler reads, it reads here, so that the stamp of a marked reply names
 * the very cut that was read and no later one (design R2, R3). The one place where replies are stamped.
 *
 * <p>Used by one thread at a time; a handler that goes on elsewhere hands it over.
 */
final class Exchange {
    private final Call call;
    private final Door door;
    private RouteView view; // null while it waits

    Exchange(Call call, Door door) {
        this.call = call;
        this.door = door;
        this.view = door.window().view();
    }

    RouteView view() {
        return view;
    }

    /** From here on the newest view: for what waited, or was written meanwhile. */
    RouteView latest() {
        view = door.window().view();
        return view;
    }

    /** Before a wait: a view kept is memory that its successors have given up. */
    void letGo() {
        view = null;
    }

    RequestHeader header() {
        return call.header();
    }

    Peer peer() {
        return call.peer();
    }

    void reply(Response response) {
        if (view == null) {
            latest();
        }
        call.reply(header().marked() ? response.stamped(stamp()) : response);
    }

    void closeInstead() {
        call.closeInstead();
    }

    private ReplicaStamp stamp() {
        Leadership belief = door.leadership().current();
        return new ReplicaStamp(
                view.at().index(),
                belief.term(),
                door.facts().self().id().value(),
                belief.leader()
                        .map(leader -> leader.id() + "@" + leader.remoting())
                        .orElse(""),
                door.leaderAge().millis());
    }
}
