package io.github.raftns.namesrv.machine;

import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A small store that can be copied, so that a tree of interleavings is walked without replaying each from its root. */
final class ForkableStore implements KeyValueStore {
    private final TreeMap<byte[], byte[]> rows;

    ForkableStore() {
        rows = new TreeMap<>(Arrays::compareUnsigned);
    }

    private ForkableStore(ForkableStore origin) {
        rows = new TreeMap<>(origin.rows);
    }

    ForkableStore fork() {
        return new ForkableStore(this);
    }

    /** Byte for byte. */
    boolean holdsTheSameAs(ForkableStore other) {
        return rows.size() == other.rows.size()
                && rows.entrySet().stream()
                        .allMatch(row -> Arrays.equals(row.getValue(), other.rows.get(row.getKey())));
    }

    @Override
    public byte[] get(byte[] key) {
        return rows.get(key);
    }

    @Override
    public void scan(byte[] prefix, RowVisitor visitor) {
        for (Map.Entry<byte[], byte[]> row : rows.tailMap(prefix, true).entrySet()) {
            boolean matches = row.getKey().length >= prefix.length
                    && Arrays.equals(Arrays.copyOf(row.getKey(), prefix.length), prefix);
            if (!matches || !visitor.visit(row.getKey(), row.getValue())) {
                return;
            }
        }
    }

    @Override
    public void write(WriteBatch batch) {
        batch.forEach(new WriteBatch.Sink() {
            @Override
            public void put(byte[] key, byte[] value) {
                rows.put(key, value);
            }

            @Override
            public void delete(byte[] key) {
                rows.remove(key);
            }
        });
    }

    @Override
    public StoreSnapshot snapshot() {
        throw new UnsupportedOperationException("not needed here");
    }

    @Override
    public void checkpoint(Path directory) {
        throw new UnsupportedOperationException("not needed here");
    }

    @Override
    public void close() {}
}
