package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.store.Reads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reading of a whole state: to build a view from it, and to count its digest anew. Called by replication on any thread with
 * a read handle of its own; throws {@link StateFault} for a row that is not readable.
 */
public final class StateRows {
    private static final byte[] EVERYTHING = {};

    private StateRows() {}

    /** {@link AppliedPoint#START} for a state that has applied nothing. */
    public static AppliedPoint appliedPoint(Reads state) {
        byte[] value = state.get(RowKeys.applied());
        return value == null ? AppliedPoint.START : RowValues.applied(value);
    }

    /**
     * All rows but the applied point as the changes that would make them, in key order: groups, members, topics, tombstones;
     * within a table by the names' UTF-8 bytes.
     */
    public static void forEach(Reads state, Consumer<RouteChange> consumer) {
        state.scan(EVERYTHING, (key, value) -> {
            Table table = RowKeys.tableOf(key);
            if (table != Table.APPLIED) {
                consumer.accept(RowChange.put(table, key, value));
            }
            return true;
        });
    }

    /** The digest of every row but the applied point, in key order. */
    public static void forEachDigest(Reads state, DigestVisitor visitor) {
        RowHash hash = new RowHash();
        state.scan(EVERYTHING, (key, value) -> {
            if (RowKeys.tableOf(key) != Table.APPLIED) {
                visitor.visit(key, hash.of(key, value));
            }
            return true;
        });
    }

    /** The state's digest, counted from the rows. */
    public static StateDigest recount(Reads state) {
        return sum(recountByBucket(state));
    }

    /** The same by bucket: 256 partial sums, by the first byte of a row's digest. */
    public static List<StateDigest> recountByBucket(Reads state) {
        StateDigest[] buckets = new StateDigest[RowHash.BUCKETS];
        Arrays.fill(buckets, StateDigest.EMPTY);
        forEachDigest(state, (key, digest) -> {
            int bucket = RowHash.bucketOf(digest);
            buckets[bucket] = buckets[bucket].plus(digest);
        });
        return Collections.unmodifiableList(new ArrayList<>(Arrays.asList(buckets)));
    }

    /** The whole of the buckets. */
    public static StateDigest sum(List<StateDigest> buckets) {
        StateDigest sum = StateDigest.EMPTY;
        for (StateDigest bucket : buckets) {
            sum = sum.plus(bucket);
        }
        return sum;
    }

    /** The bucket of a row, 0 to 255. */
    public static int bucketOf(StateDigest rowDigest) {
        return RowHash.bucketOf(rowDigest);
    }

    /**
     * The digest of the row that a change puts, through the same bytes as in the store: how a view is counted anew.
     *
     * @throws IllegalArgumentException when the change removes a row
     */
    public static StateDigest digestOf(RouteChange put) {
        RowChange.Row row = RowChange.row(put);
        if (row.value() == null) {
            throw new IllegalArgumentException("a removed row has no digest: " + put);
        }
        return new RowHash().of(row.key(), row.value());
    }

    /** The key for people: {@code topic/broker-a/TopicTest}. */
    public static String keyText(byte[] key) {
        return RowKeys.text(key);
    }

    /** The key of the row that the change puts or removes, for people. */
    public static String keyText(RouteChange change) {
        return RowKeys.text(RowChange.row(change).key());
    }

    /** Receives rows by digest. */
    @FunctionalInterface
    public interface DigestVisitor {
        void visit(byte[] key, StateDigest digest);
    }
}
