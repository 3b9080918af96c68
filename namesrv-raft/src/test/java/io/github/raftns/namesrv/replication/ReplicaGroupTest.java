package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.machine.StateMachine;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.namesrv.read.ReadPolicy;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.time.SystemTime;
import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.checkpoint.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What replication promises, on three real nodes. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class ReplicaGroupTest {
    private static final Duration SHORT = ReplicaGroup.ELECTION_TIMEOUT;

    @TempDir
    Path directory;

    @Test
    void whatTheLeaderAcknowledgesIsAppliedOnAllWithEqualDigests() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            List<CompletionStage<Outcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                outcomes.add(leader.replication().proposer().propose(Brokers.register("b" + i)));
            }
            List<Outcome> words = outcomes.stream().map(Replica::word).toList();

            assertThat(words).allMatch(word -> word instanceof Outcome.Applied);
            LogIndex last = ((Outcome.Applied) words.get(words.size() - 1)).index();
            assertThat(leader.listener().applied().index()).isGreaterThanOrEqualTo(last);
            group.awaitEqualAt(last);
            assertThat(group.running())
                    .allMatch(node -> node.listener().brokers().size() == 1_000);
            assertThat(group.running())
                    .allMatch(node -> node.listener().failure().isEmpty());
        }
    }

    @Test
    void theViewShowsAnEntryBeforeItsOutcomeIsOut() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            for (int i = 0; i < 50; i++) {
                String name = "b" + i;
                CompletionStage<Boolean> seen = leader.replication()
                        .proposer()
                        .propose(Brokers.register(name))
                        .thenApply(word -> leader.listener().brokers().contains(name)
                                && Thread.currentThread().getName().startsWith("replication-completion"));
                assertThat(seen.toCompletableFuture().join()).isTrue();
            }
        }
    }

    @Test
    void aFollowerForwardsAndGetsTheLeadersWord() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Replica follower = group.others(leader).get(0);

            Outcome applied = follower.forward(leader.member(), Brokers.register("forwarded"));
            assertThat(applied).isInstanceOf(Outcome.Applied.class);
            LogIndex index = ((Outcome.Applied) applied).index();
            assertThat(follower.passes(new ReadPolicy.AtLeast(index.value()), ReplicaGroup.STABLE))
                    .isTrue();
            assertThat(follower.listener().brokers()).contains("forwarded");

            Outcome unhop = group.others(leader).get(1).forward(follower.member(), Brokers.register("twice"));
            assertThat(unhop)
                    .isEqualTo(new Outcome.NotLeader(leader.member().id().value()));
            assertThat(follower.propose(Brokers.register("here")))
                    .isEqualTo(new Outcome.NotLeader(leader.member().id().value()));
        }
    }

    @Test
    void anAcceptedReportIsContactWithTheLeader() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Replica follower = group.others(leader).get(0);
            assertThat(follower.replication().leaderContact().ageMillis()).isEmpty();
            assertThat(leader.replication().leaderContact().ageMillis()).hasValue(0);

            leader.propose(new MarkState());
            follower.replication()
                    .barrier()
                    .await(new ReadPolicy.AtLeast(1), ReplicaGroup.STABLE) // what the leader will say it has
                    .toCompletableFuture()
                    .join();
            SignsOfLife signs = new SignsOfLife(
                    follower.member().id(),
                    List.of(new SignsOfLife.Heard(
                            Brokers.registration("b").broker().key(), new Epoch(7), 120)));
            ReportReply reply = follower.replication()
                    .forwarder()
                    .report(leader.member(), signs, ReplicaGroup.STABLE)
                    .toCompletableFuture()
                    .join();

            assertThat(reply.accepted()).isTrue();
            assertThat(reply.term()).isEqualTo(leader.watch().current().term());
            assertThat(reply.leaderIndex()).isEqualTo(new LogIndex(1));
            assertThat(follower.replication().leaderContact().ageMillis().orElse(Long.MAX_VALUE))
                    .isLessThan(ReplicaGroup.STABLE.toMillis());
        }
    }

    @Test
    void aForwardOfAnotherClusterIsRefused() {
        try (ReplicaGroup group = ReplicaGroup.started(directory);
                ReplicaGroup others = ReplicaGroup.started(directory.resolve("others"))) {
            Replica leader = group.leader();
            Outcome word = others.leader().forward(leader.member(), Brokers.register("stranger"));

            assertThat(word).isEqualTo(new Outcome.NotLeader(""));
            assertThat(leader.propose(Brokers.register("own"))).isInstanceOf(Outcome.Applied.class);
            assertThat(leader.listener().brokers()).containsExactly("own");
        }
    }

    @Test
    void whenTheLeaderStopsAnotherLeadsAndNothingAcknowledgedIsLost() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica first = group.leader();
            List<CompletionStage<Outcome>> outcomes = IntStream.range(0, 200)
                    .mapToObj(i -> first.replication().proposer().propose(Brokers.register("b" + i)))
                    .toList();
            List<String> acknowledged = new ArrayList<>();
            int index = group.indexOf(first);
            group.stop(index);
            for (int i = 0; i < outcomes.size(); i++) {
                if (Replica.word(outcomes.get(i)) instanceof Outcome.Applied) {
                    acknowledged.add("b" + i);
                }
            }

            Replica second = group.leader();
            Outcome word = second.propose(Brokers.register("later"));
            assertThat(word).isInstanceOf(Outcome.Applied.class);
            assertThat(second.listener().brokers()).contains("later").containsAll(acknowledged);

            group.start(index);
            group.awaitEqualAt(((Outcome.Applied) word).index());
        }
    }

    @Test
    void aFollowerThatWasAwayReplaysTheLog() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            int away = group.indexOf(group.others(leader).get(0));
            leader.propose(Brokers.register("before"));
            group.stop(away);
            Outcome last = null;
            for (int i = 0; i < 100; i++) {
                last = leader.propose(Brokers.register("b" + i));
            }
            Replica back = group.start(away);

            group.awaitEqualAt(((Outcome.Applied) last).index());
            back.replication().caughtUp().toCompletableFuture().join();
            assertThat(back.listener().brokers()).hasSize(101);
            assertThat(back.listener().resets()).isEqualTo(1);
        }
    }

    @Test
    void aFollowerFarBehindInstallsASnapshotUnderItsReaders() throws Exception {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Replica behind = group.others(leader).get(0);
            for (int i = 0; i < 50; i++) {
                leader.propose(Brokers.register("old" + i));
            }
            Outcome mark = leader.propose(new MarkState());
            StoreSnapshot reading =
                    behind.listener().marks().poll(ReplicaGroup.STABLE.toMillis(), TimeUnit.MILLISECONDS);
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Long> readers = CompletableFuture.supplyAsync(() -> readUntil(reading, done));

            group.isolate(group.indexOf(behind));
            group.leaderAmong(group.others(behind));
            for (int i = 0; i < 50; i++) {
                leader.propose(Brokers.register("new" + i));
            }
            leader.replication().snapshotNow().toCompletableFuture().get(20, TimeUnit.SECONDS);
            leader.propose(Brokers.register("between"));
            leader.replication().snapshotNow().toCompletableFuture().get(20, TimeUnit.SECONDS);
            Outcome word = leader.propose(Brokers.register("last"));
            group.heal();

            assertThat(mark).isInstanceOf(Outcome.Applied.class);
            assertThat(word).isInstanceOf(Outcome.Applied.class);
            group.awaitEqualAt(((Outcome.Applied) word).index());
            done.set(true);
            assertThat(readers.get(20, TimeUnit.SECONDS)).isPositive();
            reading.close();
            assertThat(behind.listener().resets()).isEqualTo(2);
            assertThat(behind.listener().brokers()).hasSize(102).contains("last");
        }
    }

    /** Reads the marked state again and again; it must stay what it was. */
    private static long readUntil(StoreSnapshot reading, AtomicBoolean done) {
        long rounds = 0;
        do {
            assertThat(StateRows.recount(reading))
                    .isEqualTo(StateRows.appliedPoint(reading).digest());
            rounds++;
        } while (!done.get());
        return rounds;
    }

    @Test
    void aWipedNodeComesBackThroughRemovalAndJoining() throws Exception {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            int lost = group.indexOf(group.others(leader).get(0));
            leader.propose(Brokers.register("before"));
            leader.replication()
                    .removeMember(group.member(lost), ReplicaGroup.STABLE)
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
            group.stop(lost);
            group.wipe(lost);
            leader.replication().snapshotNow().toCompletableFuture().get(20, TimeUnit.SECONDS);
            leader.propose(Brokers.register("between"));
            leader.replication().snapshotNow().toCompletableFuture().get(20, TimeUnit.SECONDS);

            Replica fresh = group.start(lost, true);
            leader.replication()
                    .addMember(group.member(lost), ReplicaGroup.STABLE)
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);

            Outcome word = leader.propose(Brokers.register("after"));
            group.awaitEqualAt(((Outcome.Applied) word).index());
            assertThat(fresh.listener().brokers()).containsExactlyInAnyOrder("before", "between", "after");
            assertThat(fresh.listener().resets()).isEqualTo(2);
        }
    }

    @Test
    void allNodesAtOnceMayRestart() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Outcome last = null;
            for (int i = 0; i < 50; i++) {
                last = group.leader().propose(Brokers.register("b" + i));
            }
            for (int i = 0; i < 3; i++) {
                group.stop(i);
            }
            for (int i = 0; i < 3; i++) {
                group.start(i);
            }

            group.awaitEqualAt(((Outcome.Applied) last).index());
            Outcome word = group.leader().propose(Brokers.register("later"));
            group.awaitEqualAt(((Outcome.Applied) word).index());
            assertThat(group.running())
                    .allMatch(node -> node.listener().brokers().size() == 51);
        }
    }

    @Test
    void anIsolatedLeaderAcknowledgesNothing() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica old = group.leader();
            old.propose(Brokers.register("before"));
            group.isolate(group.indexOf(old));
            CompletionStage<Outcome> lost = old.replication().proposer().propose(Brokers.register("lost"));

            Replica next = group.leaderAmong(group.others(old));
            Outcome word = next.propose(Brokers.register("kept"));
            assertThat(word).isInstanceOf(Outcome.Applied.class);
            assertThat(Replica.word(lost)).isInstanceOf(Outcome.Unknown.class);
            assertThat(old.passes(ReadPolicy.LINEARIZABLE, SHORT)).isFalse();
            assertThat(old.passes(ReadPolicy.LOCAL, SHORT)).isTrue();
            assertThat(old.propose(Brokers.register("lost"))).isInstanceOf(Outcome.NotLeader.class);
            assertThat(old.forward(next.member(), Brokers.register("lost"))).isInstanceOf(Outcome.NotLeader.class);

            group.heal();
            group.awaitEqualAt(((Outcome.Applied) word).index());
            assertThat(group.running())
                    .allMatch(node -> !node.listener().brokers().contains("lost"));
        }
    }

    @Test
    void aVerdictOfAnOldTermIsNotProposed() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Term term = leader.watch().current().term();
            Command verdict = Brokers.register("verdict");

            assertThat(Replica.word(leader.replication().proposer().propose(verdict, new Term(term.number() - 1))))
                    .isInstanceOf(Outcome.NotLeader.class);
            assertThat(Replica.word(leader.replication().proposer().propose(verdict, new Term(term.number() + 1))))
                    .isInstanceOf(Outcome.NotLeader.class);
            assertThat(leader.passes(ReadPolicy.LINEARIZABLE, ReplicaGroup.STABLE))
                    .isTrue();
            assertThat(leader.listener().brokers()).isEmpty();
            assertThat(Replica.word(leader.replication().proposer().propose(verdict, term)))
                    .isInstanceOf(Outcome.Applied.class);
        }
    }

    @Test
    void whatExceedsTheLimitOfProposalsIsTurnedAwayAtOnce() {
        ReplicationLimits few = new ReplicationLimits(64 << 10, 1 << 20, 8, 8, 8, 64, 1 << 20, 16 << 20, 1_024);
        try (ReplicaGroup group = ReplicaGroup.started(directory, few)) {
            Replica leader = group.leader();
            group.isolate(group.indexOf(leader));
            List<CompletionStage<Outcome>> outcomes = IntStream.range(0, 12)
                    .mapToObj(i -> leader.replication().proposer().propose(Brokers.register("b" + i)))
                    .toList();

            assertThat(outcomes.subList(8, 12))
                    .allMatch(outcome -> outcome.toCompletableFuture().isDone())
                    .extracting(Replica::word)
                    .containsOnly(new Outcome.Overloaded("proposals in flight"));
            assertThat(outcomes.subList(0, 8)).extracting(Replica::word).allMatch(w -> w instanceof Outcome.Unknown);

            group.heal();
            await().atMost(ReplicaGroup.STABLE)
                    .untilAsserted(() -> assertThat(group.leader().propose(Brokers.register("again")))
                            .isInstanceOf(Outcome.Applied.class));
        }
    }

    @Test
    void aCommandThatIsTooLongForAnEntryIsNotTaken() {
        ReplicationLimits small = new ReplicationLimits(100, 1 << 20, 8, 8, 8, 64, 1 << 20, 16 << 20, 1_024);
        try (ReplicaGroup group = ReplicaGroup.started(directory, small)) {
            Replica leader = group.leader();
            Command tooLong = new ChangePermission(new BrokerName("b".repeat(120)), true, 0);
            Outcome outcome = leader.replication()
                    .proposer()
                    .propose(tooLong)
                    .toCompletableFuture()
                    .join();
            assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
                assertThat(refused.reason()).isEqualTo(Refusal.TOO_LARGE);
                assertThat(refused.detail()).contains("100");
            });
        }
    }

    @Test
    void aReadWaitsForItsIndexOrForTheMajority() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Replica follower = group.others(leader).get(0);
            LogIndex index = ((Outcome.Applied) leader.propose(Brokers.register("b"))).index();

            assertThat(follower.passes(ReadPolicy.LINEARIZABLE, ReplicaGroup.STABLE))
                    .isTrue();
            assertThat(follower.listener().brokers()).containsExactly("b");
            assertThat(leader.passes(new ReadPolicy.AtLeast(index.value() + 1), SHORT))
                    .isFalse();
            CompletionStage<Void> waiting = leader.replication()
                    .barrier()
                    .await(new ReadPolicy.AtLeast(index.value() + 1), ReplicaGroup.STABLE);
            assertThat(waiting.toCompletableFuture()).isNotDone();
            leader.propose(Brokers.register("next"));
            waiting.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    @Test
    void aNodeWhoseDiskFailsHaltsSkipsNothingAndCatchesUpAfterItsRestart() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            leader.propose(Brokers.register("before"));
            Replica failing = group.others(leader).get(0);
            int index = group.indexOf(failing);
            group.awaitEqualAt(leader.listener().applied().index());
            LogIndex stood = failing.listener().applied().index();

            group.stores(index).fail(true);
            leader.propose(Brokers.register("missed"));
            await().atMost(ReplicaGroup.STABLE)
                    .untilAsserted(() ->
                            assertThat(failing.listener().failure().isPresent()).isTrue());
            group.stores(index).fail(false);
            Outcome word = leader.propose(Brokers.register("later"));
            assertThat(word).isInstanceOf(Outcome.Applied.class);
            assertThat(failing.listener().failure()).get().asString().contains("no space left");
            assertThat(failing.listener().applied().index()).isEqualTo(stood);
            assertThat(failing.passes(ReadPolicy.LINEARIZABLE, SHORT)).isFalse();

            group.stop(index);
            Replica back = group.start(index);
            group.awaitEqualAt(((Outcome.Applied) word).index());
            assertThat(back.listener().brokers()).containsExactlyInAnyOrder("before", "missed", "later");
        }
    }

    @Test
    void aLeaderWhoseDiskFailsAnswersUnknownAndAnotherLeads() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica failing = group.leader();
            int index = group.indexOf(failing);
            group.stores(index).fail(true);
            List<CompletionStage<Outcome>> outcomes = IntStream.range(0, 20)
                    .mapToObj(i -> failing.replication().proposer().propose(Brokers.register("b" + i)))
                    .toList();

            assertThat(outcomes).extracting(Replica::word).allMatch(word -> !word.holds());
            assertThat(Replica.word(outcomes.get(0))).isInstanceOf(Outcome.Unknown.class);
            await().atMost(ReplicaGroup.STABLE)
                    .untilAsserted(() ->
                            assertThat(failing.listener().failure().isPresent()).isTrue());
            Replica next = group.leaderAmong(group.others(failing));
            Outcome word = next.propose(Brokers.register("later"));
            assertThat(word).isInstanceOf(Outcome.Applied.class);

            group.stores(index).fail(false);
            group.stop(index);
            group.start(index);
            group.awaitEqualAt(((Outcome.Applied) word).index());
            assertThat(group.running().stream()
                            .map(node -> node.listener().brokers())
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void aLeaderWhoseDiskHangsHandsTheLeadershipOver() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica hanging = group.leader();
            FailingStores disk = group.stores(group.indexOf(hanging));
            disk.hang();
            try {
                CompletionStage<Outcome> lost = hanging.replication().proposer().propose(Brokers.register("b"));
                Replica next = group.leaderAmong(group.others(hanging));
                assertThat(next.propose(Brokers.register("later"))).isInstanceOf(Outcome.Applied.class);
                assertThat(Replica.word(lost)).isInstanceOf(Outcome.Unknown.class);
                assertThat(hanging.listener().failure()).isEmpty();
            } finally {
                disk.goOn();
            }
            group.awaitEqualAt(group.leader().listener().applied().index());
        }
    }

    @Test
    void whatRaftMeasuresCanBeRead() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            leader.propose(Brokers.register("b"));
            assertThat(leader.replication().measures()).containsKeys("fsm-commit.count", "append-logs.p99");
            assertThat(leader.replication().measures().get("fsm-commit.count")).isPositive();
        }
    }

    @Test
    void theLeadershipCanBeGivenUp() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica first = group.leader();
            first.replication().giveLeadershipUp();
            await().atMost(ReplicaGroup.STABLE)
                    .untilAsserted(() -> assertThat(group.leader()).isNotSameAs(first));
            assertThat(group.leader().propose(Brokers.register("b"))).isInstanceOf(Outcome.Applied.class);
        }
    }

    @Test
    void aStateOfAnotherHistoryIsRefusedWithTheRepair() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            LogIndex index = ((Outcome.Applied) leader.propose(Brokers.register("b"))).index();
            group.awaitEqualAt(index);
            Replica victim = group.others(leader).get(0);
            int at = group.indexOf(victim);
            group.stop(at);
            replaceState(victim.config().stateDirectory(), group.stores(at), index, new Term(99));

            Replica back = group.start(at);
            leader.propose(Brokers.register("later"));
            await().atMost(ReplicaGroup.STABLE)
                    .untilAsserted(() ->
                            assertThat(back.listener().failure().isPresent()).isTrue());
            assertThat(back.listener().failure())
                    .get()
                    .asString()
                    .contains("another history")
                    .contains("Remove the node");
            assertThat(back.listener().applied().index()).isEqualTo(index);
        }
    }

    /** As after a crash of a leader that committed through two followers before its own log was flushed (design D4). */
    @Test
    void aStateAheadOfItsOwnLogStartsAndGoesOn() throws Exception {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Replica victim = group.others(leader).get(0);
            int at = group.indexOf(victim);
            Path log = victim.config().dataDirectory().resolve("raft");
            group.awaitEqualAt(((Outcome.Applied) leader.propose(Brokers.register("early"))).index());
            group.stop(at);
            Path early = directory.resolve("early-log");
            copyTree(log, early);
            group.start(at);
            LogIndex ahead = LogIndex.NONE;
            for (int i = 0; i < 20; i++) {
                ahead = ((Outcome.Applied) leader.propose(Brokers.register("b" + i))).index();
            }
            group.awaitEqualAt(ahead);
            group.stop(at);
            Disk.deleteTree(log);
            copyTree(early, log);

            Replica back = group.start(at);
            assertThat(back.listener().applied().index()).isEqualTo(ahead);
            group.awaitEqualAt(((Outcome.Applied) leader.propose(Brokers.register("later"))).index());

            assertThat(back.listener().brokers()).hasSize(22);
            assertThat(back.listener().failure()).isEmpty();
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void aStateThatDisagreesWithTheSnapshotAtItsIndexDoesNotStart() throws Exception {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            LogIndex index = ((Outcome.Applied) leader.propose(Brokers.register("b"))).index();
            group.awaitEqualAt(index);
            Replica victim = group.others(leader).get(0);
            int at = group.indexOf(victim);
            victim.replication().snapshotNow().toCompletableFuture().get(20, TimeUnit.SECONDS);
            group.stop(at);
            replaceState(victim.config().stateDirectory(), group.stores(at), index, new Term(99));

            try (SystemTime time = new SystemTime("refused");
                    RaftReplication refused =
                            new RaftReplication(victim.config(), group.stores(at), victim.watch(), time, time)) {
                assertThatThrownBy(() -> refused.start(victim.listener(), victim))
                        .isInstanceOf(ReplicationNotStarted.class)
                        .hasMessageContaining("another history");
                assertThat(victim.listener().failure()).isEmpty();
            }

            Disk.deleteTree(victim.config().stateDirectory());
            group.start(at); // the snapshot alone is as good as the state
            group.awaitEqualAt(index);
        }
    }

    private static void replaceState(Path state, FailingStores stores, LogIndex index, Term term) {
        Disk.deleteTree(state);
        try (StateDirectory forged = StateDirectory.open(state, stores)) {
            var batch = new StateMachine(forged.current()).begin();
            batch.apply(index, term, Brokers.register("forged"));
            batch.commit();
        }
    }

    @Test
    void aTakenPortIsTheReasonWhyANodeDoesNotStart() {
        try (ReplicaGroup group = ReplicaGroup.started(directory);
                SystemTime time = new SystemTime("second")) {
            Replica first = group.replica(0);
            ReplicationConfig config = first.config();
            ReplicationConfig second = new ReplicationConfig(
                    config.cluster(),
                    config.self(),
                    config.members(),
                    false,
                    directory.resolve("second"),
                    config.timing(),
                    config.limits());
            try (RaftReplication refused = new RaftReplication(second, group.stores(0), first.watch(), time, time)) {
                assertThatThrownBy(() -> refused.start(first.listener(), first))
                        .isInstanceOf(ReplicationNotStarted.class)
                        .hasMessageContaining("n0");
            }
            assertThat(first.listener().failure()).isEmpty();
        }
    }

    @Test
    void intentsOfBothKindsTravel() {
        try (ReplicaGroup group = ReplicaGroup.started(directory)) {
            Replica leader = group.leader();
            Replica follower = group.others(leader).get(0);
            Outcome word = Replica.word(follower.replication()
                    .forwarder()
                    .forward(
                            leader.member(),
                            new Intent.Direct(new ChangePermission(new BrokerName("nobody"), false, 1)),
                            ReplicaGroup.STABLE));
            assertThat(word.holds()).isTrue();
        }
    }
}
