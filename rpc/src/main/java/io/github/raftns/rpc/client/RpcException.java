package io.github.raftns.rpc.client;

import java.io.IOException;
import java.util.Objects;

/** Why a call got no answer. The kind says whether the other side may have done what was asked. */
public final class RpcException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** No connection could be made: unknown host, refused, or not in time. Nothing was sent. */
        NOT_CONNECTED(false),
        /** Too many calls or too many unsent bytes on this connection. Nothing was sent. */
        BACKLOGGED(false),
        /** The connection was already closed. Nothing was sent. */
        ALREADY_CLOSED(false),
        /** The connection ended before an answer came. */
        CLOSED(true),
        /** No answer came in time. */
        TIMED_OUT(true);

        private final boolean maybeDone;

        Kind(boolean maybeDone) {
            this.maybeDone = maybeDone;
        }
    }

    private final Kind kind;

    RpcException(Kind kind, String problem) {
        super(problem);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    RpcException(Kind kind, String problem, Throwable cause) {
        super(problem, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the request may have been executed; false means it certainly was not. */
    public boolean mayHaveBeenExecuted() {
        return kind.maybeDone;
    }
}
