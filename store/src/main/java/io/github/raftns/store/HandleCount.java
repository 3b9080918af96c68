package io.github.raftns.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts who still uses a resource and releases it when the last one has gone, so that nothing is freed under a reader.
 *
 * <p>The owner holds one handle from the start and gives it back with {@link #close()}; from then on no further handle is
 * given out, while those given out before stay good. The release runs once, on the thread that gives the last handle back.
 * Used by every store; any thread.
 */
public final class HandleCount {
    private final String what;
    private final Runnable release;
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    public HandleCount(String what, Runnable release) {
        this.what = what;
        this.release = release;
    }

    /**
     * Takes a handle; each needs one {@link #release()}.
     *
     * @throws IllegalStateException when the owner has closed the resource
     */
    public void acquire() {
        int now = open.get();
        while (!closed.get() && now > 0) {
            if (open.compareAndSet(now, now + 1)) {
                return;
            }
            now = open.get();
        }
        throw new IllegalStateException(what + " is closed");
    }

    /** Gives a handle back. */
    public void release() {
        int left = open.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException(what + " was released more often than acquired");
        }
        if (left == 0) {
            release.run();
        }
    }

    /** Gives the owner's handle back and refuses new ones. Idempotent. */
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release();
        }
    }
}
