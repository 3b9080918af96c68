package io.github.raftns.namesrv.leadership;

import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import java.util.Objects;

/**
 * The leader's answer to a report.
 *
 * @param accepted false when the node asked does not lead, or could not be asked
 * @param leaderIndex what the leader has applied, from which the follower knows whether it lags
 */
public record ReportReply(boolean accepted, Term term, LogIndex leaderIndex) {
    public static final ReportReply NOT_ACCEPTED = new ReportReply(false, Term.NONE, LogIndex.NONE);

    public ReportReply {
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(leaderIndex, "leaderIndex");
    }
}
