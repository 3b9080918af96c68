package io.github.raftns.store;

/** A consistent view of a store at one moment. Any thread; must be closed. */
public interface StoreSnapshot extends Reads, AutoCloseable {
    /** Idempotent. */
    @Override
    void close();
}
