package io.github.raftns.store.rocksdb;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.WALRecoveryMode;

/** Our settings as RocksDB's options: lean, for a small and hot state. */
final class RocksTuning {
    private static final long BLOCK_BYTES = 8 << 10;
    private static final long OWN_LOG_BYTES = 2 << 20;
    private static final int OWN_LOGS_KEPT = 3;
    private static final long MANIFEST_BYTES = 8 << 20;

    private RocksTuning() {}

    static DBOptions database(RocksSettings settings, NativeObjects owner) {
        return owner.own(new DBOptions())
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                // after a power failure the content is that of a prefix: replay ends at the first hole
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                .setParanoidChecks(true)
                .setMaxTotalWalSize(settings.walBytesMax())
                .setDbWriteBufferSize(settings.memtableBytes() * settings.memtablesMax())
                .setMaxBackgroundJobs(settings.backgroundJobs())
                .setMaxManifestFileSize(MANIFEST_BYTES)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(OWN_LOG_BYTES)
                .setKeepLogFileNum(OWN_LOGS_KEPT)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    static ColumnFamilyOptions rows(RocksSettings settings, NativeObjects owner) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockSize(BLOCK_BYTES)
                .setBlockCache(owner.own(new LRUCache(settings.blockCacheBytes())))
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
        if (settings.bloomBitsPerKey() > 0) {
            table.setFilterPolicy(owner.own(new BloomFilter(settings.bloomBitsPerKey())));
        }
        return owner.own(new ColumnFamilyOptions())
                .setTableFormatConfig(table)
                .setWriteBufferSize(settings.memtableBytes())
                .setMaxWriteBufferNumber(settings.memtablesMax())
                .setCompressionType(compression(settings.compression()));
    }

    private static CompressionType compression(RocksSettings.Compression compression) {
        return switch (compression) {
            case NONE -> CompressionType.NO_COMPRESSION;
            case LZ4 -> CompressionType.LZ4_COMPRESSION;
        };
    }
}
