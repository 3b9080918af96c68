package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import java.util.Objects;

/** The last entry a state has applied, and the digest it has there. */
public record AppliedPoint(LogIndex index, Term term, StateDigest digest) {
    public static final AppliedPoint START = new AppliedPoint(LogIndex.NONE, Term.NONE, StateDigest.EMPTY);

    public AppliedPoint {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(digest, "digest");
    }
}
