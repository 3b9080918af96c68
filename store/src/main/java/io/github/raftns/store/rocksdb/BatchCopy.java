package io.github.raftns.store.rocksdb;

import io.github.raftns.store.WriteBatch;
import org.rocksdb.RocksDBException;

/** Copies a batch into RocksDB's own form, in order. */
final class BatchCopy implements WriteBatch.Sink {
    private final RocksDatabase database;
    private final org.rocksdb.WriteBatch target;

    BatchCopy(RocksDatabase database, org.rocksdb.WriteBatch target) {
        this.database = database;
        this.target = target;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        try {
            target.put(database.rows(), key, value);
        } catch (RocksDBException e) {
            throw database.fault("put a row into a batch for", e);
        }
    }

    @Override
    public void delete(byte[] key) {
        try {
            target.delete(database.rows(), key);
        } catch (RocksDBException e) {
            throw database.fault("put a delete into a batch for", e);
        }
    }
}
