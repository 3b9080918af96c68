package io.github.raftns.store.rocksdb;

import io.github.raftns.store.StoreFault;
import org.rocksdb.RocksDB;

/** Loads RocksDB's native library before anything else of it is touched, and says what to do when that fails. */
final class RocksLibrary {
    private RocksLibrary() {}

    @SuppressWarnings("IllegalCatch") // the loader wraps the I/O error of unpacking in a bare RuntimeException
    static void load() {
        try {
            RocksDB.loadLibrary();
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            throw new StoreFault(
                    "cannot load RocksDB's native library: " + e.getMessage()
                            + "; it is unpacked below java.io.tmpdir, or below ROCKSDB_SHAREDLIB_DIR when that is set,"
                            + " which must be writable and not mounted noexec",
                    e);
        }
    }
}
