package io.github.raftns.store;

/** Reading of rows. Keys are ordered as unsigned bytes. */
public interface Reads {
    /**
     * The value of a key, or null when there is none. The array belongs to the caller.
     *
     * @throws StoreFault when the storage cannot be read
     */
    byte[] get(byte[] key);

    /**
     * Visits every row whose key starts with the prefix, in key order, as of one moment. An empty prefix visits all.
     *
     * @throws StoreFault when the storage cannot be read
     */
    void scan(byte[] prefix, RowVisitor visitor);

    /** Receives rows; the arrays belong to the visitor. */
    @FunctionalInterface
    interface RowVisitor {
        /** @return whether to go on */
        boolean visit(byte[] key, byte[] value);
    }
}
