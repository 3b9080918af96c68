package io.github.raftns.namesrv.leadership;

import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Port: carries an intent from this node to the leader, once. Any thread; never blocks. */
public interface Forwarder {
    /**
     * The leader's word on the intent. Completes with {@code NotLeader} when it was certainly not handed over (no
     * connection, or the node asked does not lead), with {@code Unknown} when no answer came in time. {@code Applied} and
     * {@code Unchanged} speak of the leader's state; the caller waits for its own. Never completes exceptionally.
     */
    CompletionStage<Outcome> forward(Member leader, Intent intent, Duration timeout);

    /** The same for a report of signs of life. */
    CompletionStage<ReportReply> report(Member leader, SignsOfLife signs, Duration timeout);
}
