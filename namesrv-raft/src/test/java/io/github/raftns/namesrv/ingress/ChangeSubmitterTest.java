package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.read.ReadNotPossible;
import io.github.raftns.namesrv.read.ReadPolicy;
import io.github.raftns.namesrv.testing.ManualTime;
import io.github.raftns.namesrv.testing.ManualWorkers;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.namesrv.testing.ScriptedForwarder;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.TopicName;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangeSubmitterTest {
    private static final Intent REGISTRATION =
            new Intent.Register(broker("b").with("t").registration());
    private static final Intent MARK = new Intent.Direct(new MarkState());
    private static final Intent GOODBYE =
            new Intent.Direct(new UnregisterBroker(broker("b").identity(), new Epoch(1)));
    private static final Intent WIPE = new Intent.Direct(new ChangePermission(new BrokerName("b"), false, 0));
    private static final Intent DELETION = new Intent.Direct(new DeleteTopic(new TopicName("t"), null));
    private static final Outcome APPLIED = new Outcome.Applied(new LogIndex(7), 0);
    private static final Outcome UNCHANGED = new Outcome.Unchanged(new LogIndex(7));
    private static final Outcome UNKNOWN = new Outcome.Unknown("lost");

    private final ManualTime time = new ManualTime();
    private final ManualWorkers workers = new ManualWorkers();
    private final LeadershipWatch leadership = new LeadershipWatch();
    private final ScriptedForwarder forwarder = new ScriptedForwarder();
    private final Desk desk = new Desk();
    private final List<CompletableFuture<Void>> barriers = new ArrayList<>();
    private final List<ReadPolicy> policies = new ArrayList<>();
    private final List<CompletableFuture<Outcome>> started = new ArrayList<>();
    private ChangeSubmitter submitter;

    @BeforeEach
    void open() {
        submitter = new ChangeSubmitter(
                new ChangeSubmitter.Ports(
                        Nodes.N1.id(),
                        leadership,
                        desk,
                        forwarder,
                        (policy, timeout) -> {
                            policies.add(policy);
                            barriers.add(new CompletableFuture<>());
                            return barriers.get(barriers.size() - 1);
                        },
                        time,
                        time,
                        workers,
                        new NodeMeters(new SimpleMeterRegistry())),
                SubmitLimits.DEFAULT);
    }

    @Test
    void theLeaderAsksItsOwnDesk() {
        leadership.publish(Nodes.leads(Nodes.N1, 1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        desk.answerLast(APPLIED);

        assertThat(word).isCompletedWithValue(APPLIED);
        assertThat(forwarder.forwarded()).isEmpty();
        assertThat(policies).isEmpty();
        assertThat(time.pending()).isZero();
    }

    @Test
    void aFollowerForwardsOnceAndSucceedsOnlyWhenItShowsTheChangeItself() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        assertThat(forwarder.forwarded()).singleElement().satisfies(forwarded -> {
            assertThat(forwarded.leader()).isEqualTo(Nodes.N2);
            assertThat(forwarded.intent()).isEqualTo(REGISTRATION);
        });

        answerLast(APPLIED);
        assertThat(word).isNotDone();
        assertThat(policies).containsExactly(new ReadPolicy.AtLeast(7));

        barriers.get(0).complete(null);
        assertThat(word).isCompletedWithValue(APPLIED);
        assertThat(desk.intents).isEmpty();
    }

    @Test
    void nothingChangedAtTheLeaderIsAwaitedHereToo() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        answerLast(UNCHANGED);
        assertThat(word).isNotDone();

        barriers.get(0).complete(null);
        assertThat(word).isCompletedWithValue(UNCHANGED);
    }

    @Test
    void aChangeThatThisNodeDoesNotShowInTimeIsOfUnknownFate() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        answerLast(APPLIED);
        barriers.get(0).completeExceptionally(new ReadNotPossible("lag"));

        assertThat(word).isCompletedWithValueMatching(Outcome.Unknown.class::isInstance);
    }

    @Test
    void aRegistrationIsHeldThroughAnElectionAndGoesToTheNewLeader() {
        leadership.publish(Nodes.noLeader(1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        advance(3_000);
        assertThat(word).isNotDone();
        assertThat(forwarder.forwarded()).isEmpty();

        leadership.publish(Nodes.follows(Nodes.N3, 2));
        assertThat(forwarder.forwarded()).hasSize(1);
        answerLast(APPLIED);
        barriers.get(0).complete(null);

        assertThat(word).isCompletedWithValue(APPLIED);
    }

    @Test
    void aNodeThatBecomesLeaderItselfTakesWhatItHeldToItsOwnDesk() {
        leadership.publish(Nodes.follows(Nodes.N1, 2)); // elected, not yet in office
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        assertThat(forwarder.forwarded()).isEmpty();

        leadership.publish(Nodes.leads(Nodes.N1, 2));
        desk.answerLast(APPLIED);

        assertThat(word).isCompletedWithValue(APPLIED);
    }

    @Test
    void whatTheLeaderDidNotTakeIsTriedAgainSoon() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        begin(WIPE);
        answerLast(new Outcome.NotLeader(""));
        assertThat(forwarder.forwarded()).hasSize(1);

        advance(100);

        assertThat(forwarder.forwarded()).hasSize(2);
    }

    @Test
    void unknownFateIsAskedAgainForWhatDoesNoHarmTwice() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        for (Intent intent : List.of(REGISTRATION, GOODBYE, MARK)) {
            int before = forwarder.forwarded().size();
            begin(intent);
            answerLast(UNKNOWN);
            advance(100);
            assertThat(forwarder.forwarded()).hasSize(before + 2);
            answerLast(APPLIED);
        }
    }

    @Test
    void unknownFateIsTheAnswerForWhatMayDoHarmTwice() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        for (Intent intent : List.of(WIPE, DELETION)) {
            CompletableFuture<Outcome> word = submit(intent);
            answerLast(UNKNOWN);
            assertThat(word).isCompletedWithValue(UNKNOWN);
        }
        advance(10_000);
        assertThat(forwarder.forwarded()).hasSize(2);
    }

    @Test
    void duringAnElectionNothingIsTriedInVain() {
        leadership.publish(Nodes.noLeader(1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        workers.hold();
        advance(3_000);
        assertThat(workers.waiting()).isZero();

        leadership.publish(Nodes.follows(Nodes.N2, 2));
        assertThat(workers.waiting()).isEqualTo(1);
        workers.release();
        answerLast(APPLIED);
        barriers.get(0).complete(null);

        assertThat(word).isCompletedWithValue(APPLIED);
    }

    @Test
    void withoutALeaderItFailsWhenItsTimeIsUpAndSaysThatNothingChanged() {
        leadership.publish(Nodes.noLeader(1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        advance(4_999);
        assertThat(word).isNotDone();
        advance(1);

        assertThat(word).isCompletedWithValue(new Outcome.NotLeader(""));
        advance(10_000);
        assertThat(time.pending()).isZero();
    }

    @Test
    void aLeaderThatNeverAnswersLeavesTheFateUnknown() {
        leadership.publish(Nodes.leads(Nodes.N1, 1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        advance(5_000);

        assertThat(word).isCompletedWithValueMatching(Outcome.Unknown.class::isInstance);
        desk.answerLast(APPLIED); // too late, and harmless
        assertThat(word).isCompletedWithValueMatching(Outcome.Unknown.class::isInstance);
    }

    @Test
    void onceOfUnknownFateItStaysSoEvenWhenTheLastTryWasNotTaken() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        answerLast(UNKNOWN);
        leadership.publish(Nodes.noLeader(2));
        advance(5_000);

        assertThat(word).isCompletedWithValue(UNKNOWN);
    }

    @Test
    void oneTryDoesNotEatTheWholeHoldOfWhatMayBeAskedAgain() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        begin(REGISTRATION);
        begin(WIPE);

        assertThat(forwarder.forwarded().get(0).timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(forwarder.forwarded().get(1).timeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void refusedAndOverloadedAreAnswersAndNotTriedAgain() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        for (Outcome answer :
                List.of(new Outcome.Refused(Refusal.STALE_EPOCH, "old"), new Outcome.Overloaded("queue"))) {
            CompletableFuture<Outcome> word = submit(REGISTRATION);
            answerLast(answer);
            assertThat(word).isCompletedWithValue(answer);
        }
        advance(10_000);
        assertThat(forwarder.forwarded()).hasSize(2);
    }

    @Test
    void fullWorkersDelayARetryAndLoseNothing() {
        leadership.publish(Nodes.noLeader(1));
        CompletableFuture<Outcome> word = submit(REGISTRATION);
        workers.full(true);
        leadership.publish(Nodes.follows(Nodes.N2, 2));
        assertThat(forwarder.forwarded()).isEmpty();

        workers.full(false);
        advance(100);
        answerLast(APPLIED);
        barriers.get(0).complete(null);

        assertThat(word).isCompletedWithValue(APPLIED);
    }

    @Test
    void aPortThatBreaksItsPromiseLeavesTheFateUnknown() {
        leadership.publish(Nodes.follows(Nodes.N2, 1));
        CompletableFuture<Outcome> word = submit(WIPE);
        forwarder.forwarded().get(0).word().completeExceptionally(new IllegalStateException("broken"));

        assertThat(word).isCompletedWithValueMatching(Outcome.Unknown.class::isInstance);
    }

    /** Submits what the test does not wait for. */
    private void begin(Intent intent) {
        started.add(submit(intent));
    }

    private CompletableFuture<Outcome> submit(Intent intent) {
        return submitter.submit(intent, Duration.ofSeconds(5)).toCompletableFuture();
    }

    private void answerLast(Outcome outcome) {
        forwarder.forwarded().get(forwarder.forwarded().size() - 1).word().complete(outcome);
    }

    private void advance(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    private static final class Desk implements LeaderDesk {
        private final List<Intent> intents = new ArrayList<>();
        private final List<CompletableFuture<Outcome>> words = new ArrayList<>();

        void answerLast(Outcome outcome) {
            words.get(words.size() - 1).complete(outcome);
        }

        @Override
        public CompletionStage<Outcome> handle(Intent intent) {
            intents.add(intent);
            CompletableFuture<Outcome> word = new CompletableFuture<>();
            words.add(word);
            return word;
        }

        @Override
        public ReportReply heard(SignsOfLife signs) {
            throw new AssertionError("nobody reports here");
        }
    }
}
