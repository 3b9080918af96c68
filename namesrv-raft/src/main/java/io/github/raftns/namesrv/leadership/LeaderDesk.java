package io.github.raftns.namesrv.leadership;

import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import java.util.concurrent.CompletionStage;

/** Port: where the leader takes forwarded work in. It never forwards again: one hop. Any thread; must not block. */
public interface LeaderDesk {
    /** Judges and proposes on this node; {@code NotLeader} when it does not lead. Never completes exceptionally. */
    CompletionStage<Outcome> handle(Intent intent);

    /** Notes the signs of life that a follower has seen. */
    ReportReply heard(SignsOfLife signs);
}
