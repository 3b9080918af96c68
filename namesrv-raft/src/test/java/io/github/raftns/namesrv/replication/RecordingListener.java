package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.store.Reads;
import io.github.raftns.store.StoreSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Keeps the names of the members as a view would, from what the port says, and all else that it says. */
class RecordingListener implements StateListener {
    private final Set<String> brokers = new ConcurrentSkipListSet<>();
    private final AtomicInteger resets = new AtomicInteger();
    private final AtomicReference<AppliedPoint> applied = new AtomicReference<>(AppliedPoint.START);
    private final AtomicReference<String> failure = new AtomicReference<>();
    private final BlockingQueue<StoreSnapshot> marks = new LinkedBlockingQueue<>();

    @Override
    public void applied(AppliedPoint point, List<RouteChange> changes) {
        changes.forEach(this::note);
        applied.set(point);
    }

    @Override
    public void reset(AppliedPoint point, Reads rows) {
        brokers.clear();
        StateRows.forEach(rows, this::note);
        applied.set(point);
        resets.incrementAndGet();
    }

    @Override
    public void marked(AppliedPoint point, StoreSnapshot state) {
        marks.add(state);
    }

    @Override
    public void failed(String reason, Throwable cause) {
        failure.set(reason);
    }

    private void note(RouteChange change) {
        if (change instanceof RouteChange.MemberPut put) {
            brokers.add(put.member().key().name().value());
        } else if (change instanceof RouteChange.MemberRemoved removed) {
            brokers.remove(removed.key().name().value());
        }
    }

    Set<String> brokers() {
        return Set.copyOf(brokers);
    }

    int resets() {
        return resets.get();
    }

    AppliedPoint applied() {
        return applied.get();
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Handles of marked states, oldest first; whoever takes one closes it. */
    BlockingQueue<StoreSnapshot> marks() {
        return marks;
    }

    void closeMarks() {
        for (StoreSnapshot mark = marks.poll(); mark != null; mark = marks.poll()) {
            mark.close();
        }
    }
}
