package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.namesrv.read.StateAudit;
import io.github.raftns.namesrv.replication.DigestHistory;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.Timers;
import io.github.raftns.store.HandleCount;
import io.github.raftns.store.StoreSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The states that marks have kept: read handle and view as of one index, each for a minute and four at most, so that a node's rows
 * and view can be recounted and compared with other nodes' while it goes on. The apply thread adds, a timer drops, workers
 * recount.
 */
final class MarkedStates implements StateAudit, AutoCloseable {
    private static final int KEPT_MAX = 4;
    private static final Duration KEPT_FOR = Duration.ofMinutes(1);
    private static final int BUCKETS = 256;

    private final DigestHistory history;
    private final Timers timers;
    private final TreeMap<Long, Marked> kept = new TreeMap<>(); // guarded by this

    MarkedStates(DigestHistory history, Timers timers) {
        this.history = history;
        this.timers = timers;
    }

    private record Marked(AppliedPoint point, StoreSnapshot rows, RouteView view, HandleCount handles) {}

    /** Takes the handle over. */
    void keep(AppliedPoint point, StoreSnapshot rows, RouteView view) {
        Marked marked = new Marked(point, rows, view, new HandleCount("the state at " + point.index(), rows::close));
        List<Marked> dropped = new ArrayList<>();
        synchronized (this) {
            Marked before = kept.put(point.index().value(), marked);
            if (before != null) {
                dropped.add(before);
            }
            while (kept.size() > KEPT_MAX) {
                dropped.add(kept.pollFirstEntry().getValue());
            }
        }
        dropped.forEach(one -> one.handles().close());
        timers.after(KEPT_FOR, () -> drop(marked));
    }

    /** Gives every handle back; a recount that is under way finishes first. */
    @Override
    public void close() {
        List<Marked> all;
        synchronized (this) {
            all = new ArrayList<>(kept.values());
            kept.clear();
        }
        all.forEach(one -> one.handles().close());
    }

    @Override
    public Optional<String> digestAt(long index) {
        return history.at(new LogIndex(index)).map(StateDigest::toString);
    }

    @Override
    public Range known() {
        return history.known();
    }

    @Override
    public Optional<Recount> recount(long index) {
        return using(index, marked -> {
            List<StateDigest> rows = StateRows.recountByBucket(marked.rows());
            List<StateDigest> view = bucketsOf(marked.view());
            return new Recount(
                    marked.point().digest().toString(),
                    StateRows.sum(rows).toString(),
                    StateRows.sum(view).toString(),
                    texts(rows),
                    texts(view));
        });
    }

    @Override
    public Optional<Bucket> bucket(long index, int bucket) {
        return using(index, marked -> {
            Map<String, Row> rows = new TreeMap<>();
            StateRows.forEachDigest(marked.rows(), (key, digest) -> {
                if (StateRows.bucketOf(digest) == bucket) {
                    String text = StateRows.keyText(key);
                    rows.put(text, new Row(text, digest.toString()));
                }
            });
            Map<String, Row> view = new TreeMap<>();
            marked.view().forEachRow(put -> {
                StateDigest digest = StateRows.digestOf(put);
                if (StateRows.bucketOf(digest) == bucket) {
                    String text = StateRows.keyText(put);
                    view.put(text, new Row(text, digest.toString()));
                }
            });
            return new Bucket(new ArrayList<>(rows.values()), new ArrayList<>(view.values()));
        });
    }

    private <R> Optional<R> using(long index, Function<Marked, R> count) {
        Marked marked;
        synchronized (this) {
            marked = kept.get(index);
            if (marked == null) {
                return Optional.empty();
            }
            marked.handles().acquire();
        }
        try {
            return Optional.of(count.apply(marked));
        } finally {
            marked.handles().release();
        }
    }

    private void drop(Marked marked) {
        synchronized (this) {
            if (!kept.remove(marked.point().index().value(), marked)) {
                return;
            }
        }
        marked.handles().close();
    }

    private static List<StateDigest> bucketsOf(RouteView view) {
        List<StateDigest> buckets = new ArrayList<>(Collections.nCopies(BUCKETS, StateDigest.EMPTY));
        view.forEachRow(put -> {
            StateDigest digest = StateRows.digestOf(put);
            int bucket = StateRows.bucketOf(digest);
            buckets.set(bucket, buckets.get(bucket).plus(digest));
        });
        return buckets;
    }

    private static List<String> texts(List<StateDigest> digests) {
        return digests.stream().map(StateDigest::toString).toList();
    }
}
