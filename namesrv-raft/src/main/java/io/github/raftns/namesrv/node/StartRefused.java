package io.github.raftns.namesrv.node;

/** The node cannot start as asked; nothing was changed on disk. The message is one line for the operator. */
public final class StartRefused extends Exception {
    private static final long serialVersionUID = 1L;

    StartRefused(String message) {
        super(message);
    }

    StartRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
