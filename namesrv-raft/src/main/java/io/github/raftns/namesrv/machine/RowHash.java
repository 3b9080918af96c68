package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.StateDigest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The digest of one row: the first 128 bits of SHA-256 over the key's length (4 bytes, big endian), the key and the value.
 * Not thread-safe; every reader and every batch has its own.
 */
final class RowHash {
    /** Buckets of a recount: one for each first byte of a row's digest. */
    static final int BUCKETS = 256;

    private final MessageDigest sha256;
    private final byte[] keyLength = new byte[Integer.BYTES];

    RowHash() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    StateDigest of(byte[] key, byte[] value) {
        ByteBuffer.wrap(keyLength).putInt(key.length);
        sha256.update(keyLength);
        sha256.update(key);
        sha256.update(value);
        ByteBuffer hash = ByteBuffer.wrap(sha256.digest());
        return new StateDigest(hash.getLong(), hash.getLong());
    }

    static int bucketOf(StateDigest rowDigest) {
        return (int) (rowDigest.high() >>> (Long.SIZE - Byte.SIZE));
    }
}
