package io.github.raftns.store.memory;

import io.github.raftns.store.Disk;
import io.github.raftns.store.HandleCount;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The port on a sorted map in memory, for tests and simulation: forgets everything at close but what was checkpointed.
 *
 * <p>One writer thread replaces an immutable map; readers take the map as it is and never wait. Held to the same contract
 * test as the durable store.
 */
public final class MemoryStore implements KeyValueStore {
    private final HandleCount handles;
    private volatile SortedRows rows;

    public MemoryStore() {
        this(SortedRows.EMPTY, () -> {});
    }

    private MemoryStore(SortedRows rows, Runnable released) {
        this.rows = rows;
        this.handles = new HandleCount("the memory store", released);
    }

    /** A store with the content of a checkpoint, or an empty one from an empty directory. Later writes do not reach the directory. */
    public static MemoryStore open(Path directory) {
        return open(directory, () -> {});
    }

    private static MemoryStore open(Path directory, Runnable released) {
        Path file = directory.resolve(RowsFile.NAME);
        if (Files.exists(file)) {
            return new MemoryStore(RowsFile.read(file), released);
        }
        if (!Disk.list(directory).isEmpty()) {
            throw new StoreFault(directory + " holds no memory store: there is no " + RowsFile.NAME + " in it");
        }
        return new MemoryStore(SortedRows.EMPTY, released);
    }

    /** Opens memory stores, for whoever keeps directories of stores. */
    public static StoreOpener opener() {
        return new StoreOpener() {
            @Override
            public KeyValueStore open(Path directory, Runnable released) {
                return MemoryStore.open(directory, released);
            }

            @Override
            public boolean isWrittenOnce(String fileName) {
                return fileName.equals(RowsFile.NAME);
            }
        };
    }

    @Override
    public byte[] get(byte[] key) {
        return live().get(key);
    }

    @Override
    public void scan(byte[] prefix, RowVisitor visitor) {
        live().scan(prefix, visitor);
    }

    @Override
    public void write(WriteBatch batch) {
        Draft draft = new Draft(live());
        batch.forEach(draft);
        rows = draft.rows;
    }

    @Override
    public StoreSnapshot snapshot() {
        handles.acquire();
        return new MemorySnapshot(rows, handles::release);
    }

    @Override
    public void checkpoint(Path directory) {
        SortedRows now = live();
        Disk.createDirectory(directory);
        RowsFile.write(directory.resolve(RowsFile.NAME), now);
        Disk.sync(directory);
    }

    @Override
    public void close() {
        handles.close();
    }

    private SortedRows live() {
        handles.acquire();
        try {
            return rows;
        } finally {
            handles.release();
        }
    }

    /** Where a batch is put together before it becomes visible at once. */
    private static final class Draft implements WriteBatch.Sink {
        private SortedRows rows;

        Draft(SortedRows rows) {
            this.rows = rows;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            rows = rows.with(key, value);
        }

        @Override
        public void delete(byte[] key) {
            rows = rows.without(key);
        }
    }

    private static final class MemorySnapshot implements StoreSnapshot {
        private final SortedRows rows;
        private final HandleCount handles;

        MemorySnapshot(SortedRows rows, Runnable released) {
            this.rows = rows;
            this.handles = new HandleCount("the snapshot of the memory store", released);
        }

        @Override
        public byte[] get(byte[] key) {
            return open().get(key);
        }

        @Override
        public void scan(byte[] prefix, RowVisitor visitor) {
            open().scan(prefix, visitor);
        }

        @Override
        public void close() {
            handles.close();
        }

        private SortedRows open() {
            handles.acquire();
            handles.release();
            return rows;
        }
    }
}
