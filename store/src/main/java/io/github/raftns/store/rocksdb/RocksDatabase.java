package io.github.raftns.store.rocksdb;

import io.github.raftns.store.StoreFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * The native objects of one open database. Whoever touches them must hold a handle of the store, for a freed one ends the process;
 * freed once, by {@link #close()}.
 */
final class RocksDatabase implements AutoCloseable {
    private final Path directory;
    private final NativeObjects natives;
    private final RocksDB db;
    private final ColumnFamilyHandle rows;
    private final ReadOptions reading;
    private final WriteOptions writing;

    private RocksDatabase(Path directory, NativeObjects natives, RocksDB db, ColumnFamilyHandle rows) {
        this.directory = directory;
        this.natives = natives;
        this.db = db;
        this.rows = rows;
        this.reading = natives.own(new ReadOptions());
        // with the write-ahead log, unsynced: a killed process loses nothing, and for a power failure there is the Raft
        // log
        this.writing = natives.own(new WriteOptions().setSync(false).setDisableWAL(false));
    }

    static RocksDatabase open(Path directory, RocksSettings settings) {
        RocksLibrary.load();
        DatabaseOrigin.check(directory);
        NativeObjects natives = new NativeObjects();
        try {
            return openOwned(directory, settings, natives);
        } catch (RocksDBException e) {
            natives.close();
            throw new StoreFault("cannot open the store at " + directory + ": " + explained(e), e);
        }
    }

    private static RocksDatabase openOwned(Path directory, RocksSettings settings, NativeObjects natives)
            throws RocksDBException {
        DBOptions options = RocksTuning.database(settings, natives);
        List<ColumnFamilyDescriptor> families = List.of(
                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, natives.own(new ColumnFamilyOptions())),
                new ColumnFamilyDescriptor(DatabaseOrigin.ROWS, RocksTuning.rows(settings, natives)));
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        RocksDB db = natives.own(RocksDB.open(options, directory.toString(), families, handles));
        handles.forEach(natives::own);
        return new RocksDatabase(directory, natives, db, handles.get(1));
    }

    /** The lock is the one failure an operator meets often enough to deserve its own words. */
    private static String explained(RocksDBException e) {
        String said = String.valueOf(e.getMessage());
        return said.contains("LOCK") || said.contains("lock hold by current process")
                ? "it is in use, by another process or by another store of this one (" + said + ")"
                : said;
    }

    Path directory() {
        return directory;
    }

    RocksDB db() {
        return db;
    }

    ColumnFamilyHandle rows() {
        return rows;
    }

    ReadOptions reading() {
        return reading;
    }

    WriteOptions writing() {
        return writing;
    }

    StoreFault fault(String operation, RocksDBException e) {
        String status = e.getStatus() == null ? "" : " [" + e.getStatus().getCodeString() + "]";
        return new StoreFault("cannot " + operation + " the store at " + directory + ": " + e.getMessage() + status, e);
    }

    @Override
    public void close() {
        natives.close();
    }
}
