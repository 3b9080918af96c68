package io.github.raftns.namesrv.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.testing.ManualTime;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.namesrv.testing.ScriptedForwarder;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LivenessDeskTest {
    private static final BrokerKey A = new BrokerKey(new BrokerName("a"), BrokerId.MASTER);
    private static final BrokerKey B = new BrokerKey(new BrokerName("b"), BrokerId.MASTER);

    private final ManualTime time = new ManualTime();
    private final LeadershipWatch leadership = new LeadershipWatch();
    private final ScriptedForwarder forwarder = new ScriptedForwarder();
    private final Verdicts verdicts = new Verdicts();
    private Roll.Cut roll = new Roll.Cut(LogIndex.NONE, List.of());
    private Duration pauseInNextRoll = Duration.ZERO;
    private LivenessDesk desk;

    @BeforeEach
    void start() {
        Roll current = new Roll() {
            @Override
            public Cut take() {
                time.freeze(pauseInNextRoll);
                pauseInNextRoll = Duration.ZERO;
                return roll;
            }

            @Override
            public LogIndex at() {
                return roll.at();
            }
        };
        desk = new LivenessDesk(
                new LivenessDesk.Ports(
                        Nodes.N1.id(),
                        current,
                        leadership,
                        forwarder,
                        verdicts,
                        time,
                        time,
                        new NodeMeters(new SimpleMeterRegistry())),
                LivenessLimits.DEFAULT);
        desk.start();
    }

    @Test
    void aSilentBrokerIsExpiredWithinItsTimeoutPlusTwoSecondsAndNotBefore() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(10_500);
        assertThat(verdicts.proposed()).isEmpty();

        advance(1_500);

        assertThat(verdicts.proposed()).containsExactly(new ExpireBroker(A, new Epoch(1), new Term(3)));
        assertThat(verdicts.expectedTerms).containsExactly(new Term(3));
    }

    @Test
    void aBrokerHeardHereStays() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        for (int i = 0; i < 60; i++) {
            advance(1_000);
            desk.heard(A, new Epoch(1));
        }

        assertThat(verdicts.proposed()).isEmpty();
    }

    @Test
    void aBrokerHeardByAFollowerStays() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        for (int i = 0; i < 30; i++) {
            advance(2_000);
            ReportReply reply =
                    desk.heard(new SignsOfLife(Nodes.N2.id(), List.of(new SignsOfLife.Heard(A, new Epoch(1), 400))));
            assertThat(reply).isEqualTo(new ReportReply(true, new Term(3), new LogIndex(1)));
        }

        assertThat(verdicts.proposed()).isEmpty();
        advance(500);
        assertThat(desk.describe(A, new Epoch(1))).isEqualTo(new BrokerLiveness(9_100, 900, "n2"));
    }

    @Test
    void aReportThatComesInAfterTheLeaseRanOutButSpeaksOfBeforeSavesTheBroker() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(500); // the lease begins with the first tick
        advance(10_400);

        desk.heard(new SignsOfLife(Nodes.N2.id(), List.of(new SignsOfLife.Heard(A, new Epoch(1), 600))));
        advance(2_000);

        assertThat(verdicts.proposed()).isEmpty();
    }

    @Test
    void aSignOfLifeOfAnOldEpochDoesNotKeepTheNewOne() {
        registered(9, broker(A, 9, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        for (int i = 0; i < 12; i++) {
            advance(1_000);
            desk.heard(A, new Epoch(1));
        }

        assertThat(verdicts.proposed()).containsExactly(new ExpireBroker(A, new Epoch(9), new Term(3)));
    }

    @Test
    void aNewLeaderStartsEveryLeaseAfresh() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        advance(60_000);

        leadership.publish(Nodes.leads(Nodes.N1, 4));
        advance(10_000);
        assertThat(verdicts.proposed()).isEmpty();

        advance(2_000);
        assertThat(verdicts.proposed()).containsExactly(new ExpireBroker(A, new Epoch(1), new Term(4)));
    }

    @Test
    void leadershipLostAndWonAgainBetweenTwoTicksStartsEveryLeaseAfreshToo() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(10_400);

        leadership.publish(Nodes.follows(Nodes.N2, 4));
        leadership.publish(Nodes.leads(Nodes.N1, 5));
        advance(10_000);

        assertThat(verdicts.proposed()).isEmpty();
    }

    @Test
    void aFollowerExpiresNobody() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        advance(300_000);

        assertThat(verdicts.proposed()).isEmpty();
        assertThat(desk.describe(A, new Epoch(1))).isEqualTo(new BrokerLiveness(-1, -1, ""));
    }

    @Test
    void aLeaderThatWasPausedPushesAllLeasesBackByThePause() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(5_000);

        time.freeze(Duration.ofSeconds(30));
        assertThat(verdicts.proposed()).isEmpty();
        advance(5_500);
        assertThat(verdicts.proposed()).isEmpty();

        advance(2_000);
        assertThat(verdicts.proposed()).hasSize(1);
    }

    @Test
    void aPauseInTheMiddleOfATickPushesAllLeasesBackToo() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(5_000);

        registered(2, broker(A, 1, 10_000));
        pauseInNextRoll = Duration.ofSeconds(30);
        advance(500);
        advance(5_000);
        assertThat(verdicts.proposed()).isEmpty();

        advance(2_500);
        assertThat(verdicts.proposed()).hasSize(1);
    }

    @Test
    void aProposerThatFailsOnceExpiresTheBrokerAtTheNextTick() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(11_000);
        verdicts.failing = true;
        assertThatIllegalStateException().isThrownBy(() -> advance(1_000));
        verdicts.failing = false;
        restart();
        advance(500);

        assertThat(verdicts.proposed()).hasSize(1);
    }

    @Test
    void oneVerdictABrokerIsInFlightAtATime() {
        registered(1, broker(A, 1, 10_000), broker(B, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(30_000);

        assertThat(verdicts.proposed())
                .containsExactlyInAnyOrder(
                        new ExpireBroker(A, new Epoch(1), new Term(3)), new ExpireBroker(B, new Epoch(1), new Term(3)));
    }

    @Test
    void aVerdictOfUnknownFateIsReachedAnewWhileItHolds() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(12_000);

        verdicts.answerLast(new Outcome.Unknown("timeout"));
        advance(500);

        assertThat(verdicts.proposed()).hasSize(2);
    }

    @Test
    void aVerdictOfUnknownFateIsDroppedWhenTheBrokerWasHeardMeanwhile() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(12_000);

        desk.heard(A, new Epoch(1));
        verdicts.answerLast(new Outcome.NotLeader(""));
        advance(5_000);

        assertThat(verdicts.proposed()).hasSize(1);
    }

    @Test
    void aVerdictRefusedForANewerEpochLeavesThatEpochItsFullLease() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(12_000);

        registered(20, broker(A, 20, 10_000));
        verdicts.answerLast(new Outcome.Refused(Refusal.STALE_EPOCH, "registered at epoch 20"));
        advance(10_000);

        assertThat(verdicts.proposed()).hasSize(1);
    }

    @Test
    void anAppliedVerdictEndsTheMatter() {
        registered(1, broker(A, 1, 10_000));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        advance(12_000);

        registered(2);
        verdicts.answerLast(new Outcome.Applied(new LogIndex(2), 0));
        advance(60_000);

        assertThat(verdicts.proposed()).hasSize(1);
    }

    @Test
    void aFollowerReportsEveryTickEvenWhenItHeardNobody() {
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        advance(500);
        accept(0, 40);
        advance(500);
        accept(1, 41);

        assertThat(forwarder.reported()).hasSize(2).allSatisfy(report -> {
            assertThat(report.leader()).isEqualTo(Nodes.N2);
            assertThat(report.signs()).isEqualTo(new SignsOfLife(Nodes.N1.id(), List.of()));
        });
    }

    @Test
    void aReportHoldsTheLatestSignOfEachBrokerOnceWithItsAge() {
        registered(2, broker(A, 1, 0), broker(B, 2, 0));
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        desk.heard(A, new Epoch(1));
        advance(300);
        desk.heard(A, new Epoch(1));
        desk.heard(B, new Epoch(2));
        advance(200);

        assertThat(forwarder.reported().get(0).signs().heard())
                .containsExactlyInAnyOrder(
                        new SignsOfLife.Heard(A, new Epoch(1), 200), new SignsOfLife.Heard(B, new Epoch(2), 200));
        accept(0, 40);
        advance(500);
        assertThat(forwarder.reported().get(1).signs().heard()).isEmpty();
    }

    @Test
    void whatAFailedReportHeldGoesWithTheNextOne() {
        registered(1, broker(A, 1, 0));
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        desk.heard(A, new Epoch(1));
        advance(500);
        forwarder.reported().get(0).word().complete(ReportReply.NOT_ACCEPTED);
        advance(500);

        assertThat(forwarder.reported().get(1).signs().heard())
                .containsExactly(new SignsOfLife.Heard(A, new Epoch(1), 1_000));
    }

    @Test
    void aForwarderThatFailsOnceSilencesThisNodeNoLongerThanATick() {
        registered(1, broker(A, 1, 0));
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        desk.heard(A, new Epoch(1));
        forwarder.failing(true);
        assertThatIllegalStateException().isThrownBy(() -> advance(500));
        forwarder.failing(false);
        restart();
        advance(500);

        assertThat(forwarder.reported().get(0).signs().heard())
                .containsExactly(new SignsOfLife.Heard(A, new Epoch(1), 1_000));
    }

    @Test
    void oneReportIsUnderWayAtATime() {
        leadership.publish(Nodes.follows(Nodes.N2, 3));
        advance(5_000);

        assertThat(forwarder.reported()).hasSize(1);
    }

    @Test
    void withoutALeaderNothingIsReportedAndNothingIsForgotten() {
        registered(1, broker(A, 1, 0));
        leadership.publish(Nodes.noLeader(3));
        desk.heard(A, new Epoch(1));
        advance(5_000);
        assertThat(forwarder.reported()).isEmpty();

        leadership.publish(Nodes.follows(Nodes.N3, 4));
        advance(500);

        assertThat(forwarder.reported().get(0).signs().heard())
                .containsExactly(new SignsOfLife.Heard(A, new Epoch(1), 5_500));
    }

    @Test
    void aNodeThatWasElectedButIsNotInOfficeYetDoesNotReportToItself() {
        leadership.publish(Nodes.follows(Nodes.N1, 3));
        advance(2_000);

        assertThat(forwarder.reported()).isEmpty();
    }

    @Test
    void aReportToANodeThatDoesNotLeadIsNotAccepted() {
        leadership.publish(Nodes.follows(Nodes.N2, 3));

        assertThat(desk.heard(new SignsOfLife(Nodes.N3.id(), List.of()))).isEqualTo(ReportReply.NOT_ACCEPTED);
    }

    @Test
    void brokersThatHaveGoneAreForgotten() {
        registered(1, broker(A, 1, 0));
        leadership.publish(Nodes.leads(Nodes.N1, 3));
        desk.heard(A, new Epoch(1));
        advance(500);
        assertThat(desk.describe(A, new Epoch(1)).heardBy()).isEqualTo("n1");

        registered(2);
        advance(500);

        assertThat(desk.describe(A, new Epoch(1))).isEqualTo(new BrokerLiveness(-1, -1, ""));
    }

    /** The machine's timers log a fault and go on; manual time throws it and drops the task. */
    private void restart() {
        desk.start();
    }

    private void registered(long index, Roll.Registered... brokers) {
        roll = new Roll.Cut(new LogIndex(index), List.of(brokers));
    }

    private static Roll.Registered broker(BrokerKey key, long epoch, long timeoutMillis) {
        return new Roll.Registered(key, new Epoch(epoch), timeoutMillis);
    }

    private void advance(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    private void accept(int report, long leaderIndex) {
        forwarder.reported().get(report).word().complete(new ReportReply(true, new Term(3), new LogIndex(leaderIndex)));
    }

    private static final class Verdicts implements Proposer {
        private boolean failing;
        private final List<Command> commands = new ArrayList<>();
        private final List<Term> expectedTerms = new ArrayList<>();
        private final List<CompletableFuture<Outcome>> words = new ArrayList<>();

        List<Command> proposed() {
            return commands;
        }

        void answerLast(Outcome outcome) {
            words.get(words.size() - 1).complete(outcome);
        }

        @Override
        public CompletionStage<Outcome> propose(Command command) {
            throw new AssertionError("a verdict without its term: " + command);
        }

        @Override
        public CompletionStage<Outcome> propose(Command command, Term expectedTerm) {
            if (failing) {
                throw new IllegalStateException("failing");
            }
            commands.add(command);
            expectedTerms.add(expectedTerm);
            CompletableFuture<Outcome> word = new CompletableFuture<>();
            words.add(word);
            return word;
        }
    }
}
