package io.github.raftns.namesrv.testing;

import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.leadership.Forwarder;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The way to the leader, whose answers the test gives. For one thread. */
public final class ScriptedForwarder implements Forwarder {
    /** @param timeout what the sender would wait */
    public record Forwarded(Member leader, Intent intent, Duration timeout, CompletableFuture<Outcome> word) {}

    /** @param word to be completed by the test */
    public record Reported(Member leader, SignsOfLife signs, CompletableFuture<ReportReply> word) {}

    private final List<Forwarded> forwarded = new ArrayList<>();
    private boolean failing;
    private final List<Reported> reported = new ArrayList<>();

    public List<Forwarded> forwarded() {
        return forwarded;
    }

    public List<Reported> reported() {
        return reported;
    }

    /** Whether it throws instead of taking anything. */
    public void failing(boolean now) {
        failing = now;
    }

    @Override
    public CompletionStage<Outcome> forward(Member leader, Intent intent, Duration timeout) {
        Forwarded next = new Forwarded(leader, intent, timeout, new CompletableFuture<>());
        forwarded.add(next);
        return next.word();
    }

    @Override
    public CompletionStage<ReportReply> report(Member leader, SignsOfLife signs, Duration timeout) {
        if (failing) {
            throw new IllegalStateException("failing");
        }
        Reported next = new Reported(leader, signs, new CompletableFuture<>());
        reported.add(next);
        return next.word();
    }
}
