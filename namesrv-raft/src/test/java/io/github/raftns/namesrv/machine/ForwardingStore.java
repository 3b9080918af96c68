package io.github.raftns.namesrv.machine;

import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Path;

/** Passes everything on, for stores that do one thing differently. */
class ForwardingStore implements KeyValueStore {
    private final KeyValueStore target;

    ForwardingStore(KeyValueStore target) {
        this.target = target;
    }

    @Override
    public byte[] get(byte[] key) {
        return target.get(key);
    }

    @Override
    public void scan(byte[] prefix, RowVisitor visitor) {
        target.scan(prefix, visitor);
    }

    @Override
    public void write(WriteBatch batch) {
        target.write(batch);
    }

    @Override
    public StoreSnapshot snapshot() {
        return target.snapshot();
    }

    @Override
    public void checkpoint(Path directory) {
        target.checkpoint(directory);
    }

    @Override
    public void close() {
        target.close();
    }
}
