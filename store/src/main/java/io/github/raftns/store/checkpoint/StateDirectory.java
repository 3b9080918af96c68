package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.HandleCount;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of a node on disk: one store that counts, which can be replaced as a whole by a checkpoint.
 *
 * <pre>
 * LOCK                 held while any generation is in use
 * CURRENT-GENERATION   the name of the generation that counts, replaced atomically
 * generation-N/        the files of one store
 * </pre>
 *
 * <p>A crash at any point leaves the old generation or the new one, whole; what else it leaves is deleted at the next opening. A
 * replaced store goes on for those who hold handles of it, and its files go with the last one. One thread (the writer)
 * replaces and closes; any thread takes snapshots.
 */
public final class StateDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateDirectory.class);

    private final Path directory;
    private final StoreOpener opener;
    private final Generations generations;
    private final HandleCount users;
    private final Object swap = new Object(); // so that no snapshot is asked of a store that was just retired
    private volatile Generation current;

    private StateDirectory(Path directory, StoreOpener opener, DirectoryLock lock) {
        this.directory = directory;
        this.opener = opener;
        this.generations = new Generations(directory);
        this.users = new HandleCount("the state directory " + directory, lock::release);
    }

    /**
     * Opens the current generation, or an empty first one. The parent of the directory must exist.
     *
     * @throws StoreFault when the directory is in use, its pointer is lost, or the store cannot be opened
     */
    public static StateDirectory open(Path directory, StoreOpener opener) {
        if (!directory.toFile().isDirectory()) {
            Disk.createDirectory(directory);
        }
        StateDirectory state = new StateDirectory(directory, opener, DirectoryLock.of(directory));
        try {
            state.current = state.openGeneration(state.generations.recover());
            return state;
        } finally {
            if (state.current == null) {
                state.users.close();
            }
        }
    }

    /** The live store, for its writer. Another thread's call on it may meet a store just replaced; readers take {@link #snapshot()}. */
    public KeyValueStore current() {
        return current.store;
    }

    /**
     * A read handle on the live store, never refused for the sake of a replacement going on.
     *
     * @throws IllegalStateException when the directory is closed
     */
    public StoreSnapshot snapshot() {
        synchronized (swap) {
            return current.store.snapshot();
        }
    }

    /**
     * Makes a checkpoint the live store and retires the present one; returns the new one. The checkpoint's directory is left as it is
     * and may be deleted afterwards.
     *
     * @throws StoreFault when the files cannot be brought over or opened; the present store then stays the live one, unless it
     *     was the disk that failed
     */
    public KeyValueStore replaceWith(VerifiedCheckpoint checkpoint) {
        Path path = generations.next();
        Generation next = null;
        try {
            CheckpointCopy.into(path, checkpoint, opener);
            next = openGeneration(path);
        } finally {
            if (next == null) {
                discard(path);
            }
        }
        Generation old = current;
        pointTo(next);
        LOG.info("the state in {} was replaced by the checkpoint {}", path, checkpoint);
        old.retire();
        return next.store;
    }

    /** What the directory takes on disk, with generations that still have readers; hard links are counted as files of their own. */
    public long totalBytes() {
        return Disk.bytesBelow(directory);
    }

    /** Closes the live store; handles of it stay readable, and the directory stays locked until the last one is closed. Idempotent. */
    @Override
    public void close() {
        synchronized (swap) {
            current.store.close();
            users.close();
        }
    }

    private void pointTo(Generation next) {
        try {
            generations.pointTo(next.path);
            synchronized (swap) {
                current = next;
            }
        } finally {
            if (current != next) {
                next.store.close(); // its files stay: who knows which of the two the pointer names now
            }
        }
    }

    private Generation openGeneration(Path path) {
        users.acquire();
        Generation generation = null;
        try {
            generation = new Generation(path, this);
            return generation;
        } finally {
            if (generation == null) {
                users.release();
            }
        }
    }

    /** Best effort: what cannot be deleted now is no longer pointed at, and is deleted at the next opening. */
    private static void discard(Path generation) {
        try {
            Disk.deleteTree(generation);
        } catch (StoreFault e) {
            LOG.warn("{} is of no use any more but could not be deleted; the next start will try again", generation, e);
        }
    }

    /** One store and its files. Retired at most once, by the writer; released by whoever closes the last handle. */
    private static final class Generation {
        private final Path path;
        private final StateDirectory owner;
        private final KeyValueStore store;
        private volatile boolean retired;

        Generation(Path path, StateDirectory owner) {
            this.path = path;
            this.owner = owner;
            this.store = owner.opener.open(path, this::released);
        }

        void retire() {
            retired = true;
            store.close();
        }

        private void released() {
            if (retired) {
                discard(path);
            }
            owner.users.release();
        }
    }
}
