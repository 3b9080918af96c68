package io.github.raftns.store.rocksdb;

import io.github.raftns.store.HandleCount;
import io.github.raftns.store.Reads;
import java.util.Arrays;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * Reading of a database, as it is or as it was at a snapshot. Any thread: every call holds a handle of what it reads
 * while it runs, so a close on another thread frees nothing under it.
 */
final class RocksRows implements Reads {
    private final RocksDatabase database;
    private final HandleCount handles;
    private final ReadOptions reading;
    private final Snapshot asOf; // null = as it is

    RocksRows(RocksDatabase database, HandleCount handles, ReadOptions reading, Snapshot asOf) {
        this.database = database;
        this.handles = handles;
        this.reading = reading;
        this.asOf = asOf;
    }

    @Override
    public byte[] get(byte[] key) {
        handles.acquire();
        try {
            return database.db().get(database.rows(), reading, key);
        } catch (RocksDBException e) {
            throw database.fault("read a row of", e);
        } finally {
            handles.release();
        }
    }

    @Override
    public void scan(byte[] prefix, RowVisitor visitor) {
        handles.acquire();
        try {
            scanHeld(prefix, visitor);
        } catch (RocksDBException e) {
            throw database.fault("scan", e);
        } finally {
            handles.release();
        }
    }

    private void scanHeld(byte[] prefix, RowVisitor visitor) throws RocksDBException {
        try (NativeObjects natives = new NativeObjects()) {
            ReadOptions bounded = natives.own(new ReadOptions());
            if (asOf != null) {
                bounded.setSnapshot(asOf);
            }
            byte[] end = firstAfter(prefix);
            if (end != null) {
                bounded.setIterateUpperBound(natives.own(new Slice(end)));
            }
            RocksIterator rows = natives.own(database.db().newIterator(database.rows(), bounded));
            rows.seek(prefix);
            while (rows.isValid() && visitor.visit(rows.key(), rows.value())) {
                rows.next();
            }
            rows.status(); // an iterator that met a damaged block only looks as if it had ended
        }
    }

    /** The smallest key above all that start with the prefix; null when there is none, as after FF FF. */
    static byte[] firstAfter(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return null;
        }
        byte[] end = Arrays.copyOf(prefix, last + 1);
        end[last]++;
        return end;
    }
}
