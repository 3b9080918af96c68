package io.github.raftns.store.rocksdb;

/**
 * How much a store may use. The defaults suit a state of up to a few hundred megabytes that is mostly read from views.
 *
 * @param blockCacheBytes what is kept of read blocks, index and filter blocks included
 * @param memtableBytes the size at which the rows written last go to a file
 * @param memtablesMax how many of those may exist, full ones that are being written out included
 * @param walBytesMax what the write-ahead log may grow to before rows are written out for its sake
 * @param compression of the files
 * @param bloomBitsPerKey 0 = no filter
 * @param backgroundJobs flushes and compactions at a time
 */
public record RocksSettings(
        long blockCacheBytes,
        long memtableBytes,
        int memtablesMax,
        long walBytesMax,
        Compression compression,
        int bloomBitsPerKey,
        int backgroundJobs) {
    private static final long MIB = 1L << 20;

    public RocksSettings {
        require(blockCacheBytes >= 64 << 10, "blockCacheBytes", blockCacheBytes);
        require(memtableBytes >= 64 << 10, "memtableBytes", memtableBytes);
        require(memtablesMax >= 2, "memtablesMax", memtablesMax);
        require(walBytesMax >= memtableBytes, "walBytesMax", walBytesMax);
        require(compression != null, "compression", compression);
        require(bloomBitsPerKey >= 0 && bloomBitsPerKey <= 30, "bloomBitsPerKey", bloomBitsPerKey);
        require(backgroundJobs >= 1, "backgroundJobs", backgroundJobs);
    }

    /** How file blocks are compressed. */
    public enum Compression {
        NONE,
        LZ4
    }

    public static RocksSettings defaults() {
        return new RocksSettings(32 * MIB, 16 * MIB, 3, 64 * MIB, Compression.LZ4, 10, 2);
    }

    public RocksSettings withBlockCacheBytes(long bytes) {
        return new RocksSettings(
                bytes, memtableBytes, memtablesMax, walBytesMax, compression, bloomBitsPerKey, backgroundJobs);
    }

    public RocksSettings withMemtableBytes(long bytes) {
        return new RocksSettings(
                blockCacheBytes,
                bytes,
                memtablesMax,
                Math.max(walBytesMax, bytes),
                compression,
                bloomBitsPerKey,
                backgroundJobs);
    }

    private static void require(boolean holds, String name, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(name + " out of bounds: " + value);
        }
    }
}
