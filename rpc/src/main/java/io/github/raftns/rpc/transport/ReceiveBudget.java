package io.github.raftns.rpc.transport;

import io.github.raftns.rpc.codec.FrameLimits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the unfinished frames of all channels of one server or client hold together. Counts the buffers of what has
 * arrived and not what a length field promises, so that a promise alone takes nothing from anybody. Any event loop.
 */
public final class ReceiveBudget {
    private final long bytesMax;
    private final AtomicLong bytesHeld = new AtomicLong();

    public ReceiveBudget(FrameLimits limits) {
        bytesMax = limits.unfinishedBytesMax();
    }

    long bytesMax() {
        return bytesMax;
    }

    long bytesHeld() {
        return bytesHeld.get();
    }

    /** Whether the bytes were there to take. */
    boolean take(long bytes) {
        if (bytesHeld.addAndGet(bytes) <= bytesMax) {
            return true;
        }
        bytesHeld.addAndGet(-bytes);
        return false;
    }

    void give(long bytes) {
        bytesHeld.addAndGet(-bytes);
    }
}
