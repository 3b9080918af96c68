package io.github.raftns.rpc.codec;

import java.io.IOException;
import java.util.Objects;

/** A body that cannot be used. The text names the place, what was there and what was expected. */
public final class BodyException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Why it cannot. */
    public enum Kind {
        /** The checksum in the header is not that of the bytes. */
        CHECKSUM,
        /** Not in any layout that is understood, or cut short. */
        MALFORMED,
        /** Over a limit, by size or by count. */
        TOO_LARGE
    }

    private final Kind kind;

    BodyException(Kind kind, String problem) {
        super(problem);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    BodyException(Kind kind, String problem, Throwable cause) {
        super(problem, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    static BodyException malformed(String problem) {
        return new BodyException(Kind.MALFORMED, problem);
    }

    public Kind kind() {
        return kind;
    }
}
