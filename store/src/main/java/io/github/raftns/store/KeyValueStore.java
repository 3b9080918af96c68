package io.github.raftns.store;

import java.nio.file.Path;

/**
 * An ordered map of byte strings with atomic batches.
 *
 * <p>After a crash of the process the content is that after some prefix of the written batches: none is torn, none is
 * missing before one that is there. After a power failure the same holds, for a possibly shorter prefix.
 */
public interface KeyValueStore extends Reads, AutoCloseable {
    /**
     * Applies all of the batch or nothing. Only one thread writes.
     *
     * @throws StoreFault when it could not be written; the store must then not be written again
     */
    void write(WriteBatch batch);

    /** A read handle on the content as it is now; it stays readable, whatever is written or closed, until it is closed. */
    StoreSnapshot snapshot();

    /**
     * Writes a copy of the content as it is now into a directory that must not exist yet; hard links where possible. The
     * files are on disk when this returns. To be called by the writer thread.
     *
     * @throws StoreFault when it could not be written
     */
    void checkpoint(Path directory);

    /** Releases the store once the last open handle is closed. Idempotent. */
    @Override
    void close();
}
