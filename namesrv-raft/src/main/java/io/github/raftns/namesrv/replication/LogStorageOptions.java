package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import com.alipay.sofa.jraft.util.StorageOptionsFactory;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;

/**
 * What JRaft's log storage may use of memory and disk: its own defaults allow three memtables of 64 MiB twice and a gigabyte of
 * write-ahead log. JRaft keeps these once for the process, as RocksDB's own classes, which is why this one class of the room
 * knows them.
 */
final class LogStorageOptions {
    private static final long MEMTABLE_BYTES = 16L << 20;
    private static final int MEMTABLES_MAX = 2;
    private static final long WAL_BYTES_MAX = 64L << 20;
    private static final int LOG_FILES_MAX = 4;

    static {
        RocksDB.loadLibrary();
        DBOptions database = StorageOptionsFactory.getDefaultRocksDBOptions();
        database.setMaxTotalWalSize(WAL_BYTES_MAX);
        database.setKeepLogFileNum(LOG_FILES_MAX);
        StorageOptionsFactory.registerRocksDBOptions(RocksDBLogStorage.class, database);
        ColumnFamilyOptions family = StorageOptionsFactory.getDefaultRocksDBColumnFamilyOptions();
        family.setWriteBufferSize(MEMTABLE_BYTES);
        family.setMaxWriteBufferNumber(MEMTABLES_MAX);
        StorageOptionsFactory.registerRocksDBColumnFamilyOptions(RocksDBLogStorage.class, family);
    }

    private LogStorageOptions() {}

    /** Does its work once, when the class is first used; the options live as long as the process. */
    static void register() {}
}
