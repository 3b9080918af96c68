package io.github.raftns.store.rocksdb;

import io.github.raftns.store.HandleCount;
import io.github.raftns.store.StoreSnapshot;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** A read handle: keeps one handle of the store open for as long as it is. Any thread. */
final class RocksSnapshot implements StoreSnapshot {
    private final HandleCount handles;
    private final RocksRows rows;

    private RocksSnapshot(HandleCount handles, RocksRows rows) {
        this.handles = handles;
        this.rows = rows;
    }

    /** Takes over one handle of the store, already acquired. */
    static RocksSnapshot take(RocksDatabase database, HandleCount store) {
        Snapshot asOf = database.db().getSnapshot();
        ReadOptions reading = new ReadOptions().setSnapshot(asOf);
        HandleCount own = new HandleCount("the snapshot of the store at " + database.directory(), () -> {
            reading.close();
            database.db().releaseSnapshot(asOf);
            store.release();
        });
        return new RocksSnapshot(own, new RocksRows(database, own, reading, asOf));
    }

    @Override
    public byte[] get(byte[] key) {
        return rows.get(key);
    }

    @Override
    public void scan(byte[] prefix, RowVisitor visitor) {
        rows.scan(prefix, visitor);
    }

    @Override
    public void close() {
        handles.close();
    }
}
