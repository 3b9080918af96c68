package io.github.raftns.store.rocksdb;

import io.github.raftns.store.Disk;
import io.github.raftns.store.HandleCount;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;

/**
 * The port on RocksDB, in one directory of its own.
 *
 * <p>The write-ahead log is on and not synced: whatever {@link #write} returned from survives the death of the process. A
 * store that was closed, or handles that were, answer with {@link IllegalStateException}; native memory is freed when the
 * last user has gone, on that user's thread. One writer thread, which also checkpoints; any thread reads and closes.
 */
public final class RocksStore implements KeyValueStore {
    private final RocksDatabase database;
    private final HandleCount handles;
    private final RocksRows rows;
    private volatile StoreFault broken; // set by the writer thread alone

    private RocksStore(RocksDatabase database, Runnable released) {
        this.database = database;
        this.handles = new HandleCount("the store at " + database.directory(), () -> {
            database.close();
            released.run();
        });
        this.rows = new RocksRows(database, handles, database.reading(), null);
    }

    /**
     * Opens the store in a directory that exists; an empty one becomes an empty store.
     *
     * @throws StoreFault when it is not a store of ours, is in use, is damaged, or the native library cannot be loaded
     */
    public static RocksStore open(Path directory, RocksSettings settings) {
        return open(directory, settings, () -> {});
    }

    private static RocksStore open(Path directory, RocksSettings settings, Runnable released) {
        return new RocksStore(RocksDatabase.open(directory, settings), released);
    }

    /** Opens stores with these settings, for whoever keeps directories of stores. */
    public static StoreOpener opener(RocksSettings settings) {
        return new StoreOpener() {
            @Override
            public KeyValueStore open(Path directory, Runnable released) {
                return RocksStore.open(directory, settings, released);
            }

            @Override
            public boolean isWrittenOnce(String fileName) {
                return fileName.endsWith(".sst"); // manifest, options and write-ahead log may be written on
            }
        };
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
    public void write(WriteBatch batch) {
        handles.acquire();
        try (org.rocksdb.WriteBatch copy = new org.rocksdb.WriteBatch()) {
            requireWhole();
            batch.forEach(new BatchCopy(database, copy));
            database.db().write(database.writing(), copy);
        } catch (RocksDBException e) {
            broken = database.fault("write to", e);
            throw broken;
        } finally {
            handles.release();
        }
    }

    @Override
    public StoreSnapshot snapshot() {
        handles.acquire();
        return RocksSnapshot.take(database, handles);
    }

    @Override
    public void checkpoint(Path directory) {
        if (Files.exists(directory)) {
            throw new StoreFault("cannot checkpoint the store at " + database.directory() + " to " + directory
                    + ": that exists already");
        }
        handles.acquire();
        try (Checkpoint checkpoint = Checkpoint.create(database.db())) {
            requireWhole();
            checkpoint.createCheckpoint(directory.toString());
        } catch (RocksDBException e) {
            throw database.fault("write the checkpoint " + directory + " of", e);
        } finally {
            handles.release();
        }
        Disk.list(directory).forEach(Disk::sync);
        Disk.sync(directory);
        Disk.sync(directory.toAbsolutePath().getParent());
    }

    @Override
    public void close() {
        handles.close();
    }

    /** After a failed write nobody knows what is in the write-ahead log, so nothing may follow it. */
    private void requireWhole() {
        if (broken != null) {
            throw new StoreFault(
                    "the store at " + database.directory() + " takes nothing after a failed write", broken);
        }
    }
}
