package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.read.ReadPolicy;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One intent on its way to the leader.
 *
 * <pre>
 * attempt ---- leads here -----> desk ------- Applied, Unchanged ------------------------> done
 *    |    ---- leader known ---> forward ---- Applied, Unchanged -> own view shows it ---> done
 *    |    ---- none known                '--- Refused, Overloaded -----------------------> done
 *    |             |                     '--- NotLeader, Unknown
 *    |             v                                 |
 *    '--(woken)-- held <--- may be asked again ------'------------- may not -------------> done
 *
 * deadline, in any state: done with the last word, Unknown when one is still awaited
 * </pre>
 *
 * <p>At most one attempt is under way at a time; the result is completed once, by whoever is first.
 */
final class Submission {
    private final ChangeSubmitter.Ports ports;
    private final Duration attemptMax;
    private final HeldSubmissions held;
    private final Intent intent;
    private final Duration hold;
    private final long deadlineNanos;
    private final boolean mayAskAgain;
    private final CompletableFuture<Outcome> result = new CompletableFuture<>();

    /** What is said when time runs out: the last word, or that one is awaited. */
    private volatile Outcome soFar = new Outcome.NotLeader("");

    private volatile Outcome.Unknown lastUnknown;

    Submission(ChangeSubmitter.Ports ports, Duration attemptMax, HeldSubmissions held, Intent intent, Duration hold) {
        this.ports = ports;
        this.attemptMax = attemptMax;
        this.held = held;
        this.intent = intent;
        this.hold = hold;
        this.deadlineNanos = ports.clock().nanoTime() + hold.toNanos();
        this.mayAskAgain = Retries.areSafe(intent);
    }

    CompletionStage<Outcome> start() {
        Timers.Timer deadline = ports.timers().after(hold, this::timeIsUp);
        attempt();
        return result.minimalCompletionStage().whenComplete((outcome, fault) -> deadline.cancel());
    }

    void attempt() {
        if (result.isDone()) {
            return;
        }
        Leadership belief = ports.leadership().current();
        Optional<Member> leader = belief.leader().filter(member -> !member.id().equals(ports.self()));
        if (belief.isLeader()) {
            await();
            ports.desk().handle(intent).whenComplete((outcome, fault) -> judge(word(outcome, fault), false));
        } else if (leader.isPresent()) {
            await();
            ports.meters().forwarded();
            ports.forwarder()
                    .forward(leader.get(), intent, attemptTimeout())
                    .whenComplete((outcome, fault) -> judge(word(outcome, fault), true));
        } else {
            judge(new Outcome.NotLeader(""), false);
        }
    }

    private void await() {
        soFar = new Outcome.Unknown("no word from the leader within " + hold.toMillis() + " ms");
    }

    private Duration attemptTimeout() {
        Duration left = timeLeft();
        return mayAskAgain && left.compareTo(attemptMax) > 0 ? attemptMax : left;
    }

    private Duration timeLeft() {
        return Duration.ofNanos(Math.max(1, deadlineNanos - ports.clock().nanoTime()));
    }

    /** The ports promise never to complete exceptionally; one that breaks the promise leaves the fate unknown. */
    private static Outcome word(Outcome outcome, Throwable fault) {
        return fault == null ? outcome : new Outcome.Unknown("fault: " + fault);
    }

    private void judge(Outcome outcome, boolean remote) {
        if (outcome.holds()) {
            if (remote) {
                showItHere(outcome);
            } else {
                result.complete(outcome);
            }
        } else if (outcome instanceof Outcome.NotLeader || (outcome instanceof Outcome.Unknown && mayAskAgain)) {
            if (outcome instanceof Outcome.Unknown unknown) {
                lastUnknown = unknown;
            }
            // after one try of unknown fate, "not handed over" is true of the last try only
            soFar = lastUnknown == null ? outcome : lastUnknown;
            held.hold(this);
            if (result.isDone()) {
                held.release(this);
            }
        } else {
            result.complete(outcome);
        }
    }

    private void showItHere(Outcome outcome) {
        LogIndex index =
                outcome instanceof Outcome.Applied applied ? applied.index() : ((Outcome.Unchanged) outcome).index();
        soFar = new Outcome.Unknown("the leader holds it at " + index + ", this node does not yet");
        ports.barrier()
                .await(new ReadPolicy.AtLeast(index.value()), timeLeft())
                .whenComplete((shown, fault) -> result.complete(fault == null ? outcome : soFar));
    }

    private void timeIsUp() {
        held.release(this);
        result.complete(soFar);
    }
}
