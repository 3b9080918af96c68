package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.liveness.Roll;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.model.LogIndex;
import java.util.List;

/** The roll as the view shows it: liveness knows no views. Any thread. */
public final class ViewRoll implements Roll {
    private final RouteWindow window;

    public ViewRoll(RouteWindow window) {
        this.window = window;
    }

    @Override
    public LogIndex at() {
        return window.view().at().index();
    }

    @Override
    public Cut take() {
        RouteView view = window.view();
        List<Registered> brokers = view.groups().stream()
                .flatMap(group -> group.members().values().stream())
                .map(member -> new Registered(member.key(), member.epoch(), member.heartbeatTimeoutMillis()))
                .toList();
        return new Cut(view.at().index(), brokers);
    }
}
