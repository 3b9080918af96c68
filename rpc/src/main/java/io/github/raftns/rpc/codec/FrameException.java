package io.github.raftns.rpc.codec;

/** Bytes that are no frame, or one there is no room for. Nothing after them on the same channel can be trusted, so the channel is closed. */
public final class FrameException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Without a stack trace: hostile bytes must be cheap, and the text says what was wrong. */
    public FrameException(String problem) {
        super(problem, null, false, false);
    }
}
