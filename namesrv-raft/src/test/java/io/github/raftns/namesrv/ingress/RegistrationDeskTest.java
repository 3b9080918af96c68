package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static io.github.raftns.namesrv.testing.Brokers.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.testing.InMemoryLog;
import io.github.raftns.namesrv.testing.ManualTime;
import io.github.raftns.namesrv.testing.ManualWorkers;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegistrationDeskTest {
    private static final BrokerKey B = new BrokerKey(new BrokerName("b"), BrokerId.MASTER);

    private final InMemoryLog log = new InMemoryLog();
    private final ManualTime time = new ManualTime();
    private final ManualWorkers workers = new ManualWorkers();
    private final LeadershipWatch leadership = new LeadershipWatch();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<CompletableFuture<Outcome>> started = new ArrayList<>();
    private RegistrationDesk desk;

    @BeforeEach
    void lead() {
        leadership.publish(Nodes.leads(Nodes.N1, 1));
        desk = desk(DeskLimits.DEFAULT);
    }

    @Test
    void aChangeIsProposedAsTheDifferenceFromItsBase() {
        register(broker("b").with("t1", "t2"));

        Outcome outcome =
                register(broker("b").versioned(2).with(List.of(topic("t1", 4), topic("t2", 8), topic("t3", 4))));

        assertThat(outcome).isEqualTo(new Outcome.Applied(new LogIndex(2), 0));
        assertThat(log.entries().get(1))
                .isEqualTo(new RegisterBroker(
                        broker("b")
                                .versioned(2)
                                .with(List.of(topic("t2", 8), topic("t3", 4)))
                                .registration(),
                        new Base(new Epoch(1), new LogIndex(1)),
                        true,
                        time.millis()));
    }

    @Test
    void aGoodbyeSaidToEveryNodeIsLoggedOnce() {
        register(broker("b").with("t1"));
        UnregisterBroker goodbye = new UnregisterBroker(broker("b").identity(), new Epoch(1));

        assertThat(direct(goodbye)).isEqualTo(new Outcome.Applied(new LogIndex(2), 0));
        assertThat(direct(goodbye)).isEqualTo(new Outcome.Unchanged(new LogIndex(2)));
        assertThat(log.entries()).hasSize(2);
    }

    @Test
    void aGoodbyeForARegistrationNotYetSeenHereIsLeftToTheLog() {
        register(broker("b").with("t1"));
        UnregisterBroker ahead = new UnregisterBroker(broker("b").identity(), new Epoch(9));

        assertThat(direct(ahead)).isInstanceOfSatisfying(Outcome.Refused.class, refused -> assertThat(refused.reason())
                .isEqualTo(Refusal.STALE_EPOCH));
        assertThat(log.entries()).hasSize(2);
    }

    @Test
    void whatAddsNothingIsNotLogged() {
        register(broker("b").with("t1", "t2"));
        log.append(new MarkState());

        assertThat(register(broker("b").with("t2"))).isEqualTo(new Outcome.Unchanged(new LogIndex(2)));
        assertThat(log.entries()).hasSize(2);
    }

    @Test
    void whatTheMachineWouldRefuseIsRefusedWithoutAnEntry() {
        register(broker("b").versioned(new DataVersion(2, 0, 0)));

        Outcome outcome = register(broker("b").at("elsewhere:1").versioned(new DataVersion(1, 0, 0)));

        assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, refused -> assertThat(refused.reason())
                .isEqualTo(Refusal.NEWER_STATE_VERSION));
        assertThat(log.entries()).hasSize(1);
    }

    @Test
    void theSameChangeThroughThreeNodesIsProposedOnce() {
        log.hold();
        List<CompletableFuture<Outcome>> words = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            words.add(submit(broker("b").with("t1")));
        }
        assertThat(log.waiting()).isEqualTo(1);

        log.release();

        assertThat(log.entries()).hasSize(1);
        assertThat(words.get(0)).isCompletedWithValue(new Outcome.Applied(new LogIndex(1), 0));
        assertThat(words.get(1)).isCompletedWithValue(new Outcome.Unchanged(new LogIndex(1)));
        assertThat(words.get(2)).isCompletedWithValue(new Outcome.Unchanged(new LogIndex(1)));
        assertThat(desk.inFlight()).isZero();
    }

    @Test
    void identicalOnesThatWaitRideTogetherAndHoldOnePlace() {
        log.hold();
        begin(broker("b").with("t1"));
        begin(broker("b").versioned(2).with("t2"));
        begin(broker("b").versioned(2).with("t2"));

        assertThat(desk.inFlight()).isEqualTo(2);
        log.release();
        assertThat(log.entries()).hasSize(2);
    }

    @Test
    void nothingRidesOnARegistrationThatHasBegun() {
        register(broker("b").with("t1"));
        log.hold();
        CompletableFuture<Outcome> first = submit(broker("b").versioned(2).with("t1"));
        CompletableFuture<Outcome> comesBack = submit(broker("b").versioned(2).with("t1"));
        // a goodbye is applied while the word on the first is still out; the other one came after it
        log.goesAfterNext(new UnregisterBroker(broker("b").identity(), new Epoch(1)));

        log.release();

        assertThat(first).isCompletedWithValue(new Outcome.Applied(new LogIndex(2), 0));
        assertThat(comesBack).isCompletedWithValue(new Outcome.Applied(new LogIndex(4), 0));
        assertThat(log.window().view().member(B).epoch()).isEqualTo(new Epoch(4));
    }

    @Test
    void registrationsOfOneNameGoOneAfterTheOtherAndThoseOfOthersBesideThem() {
        log.hold();
        begin(broker("b").with("t1"));
        begin(broker("b", 1));
        begin(broker("c").with("t1"));
        assertThat(log.waiting()).isEqualTo(2);

        log.release();

        assertThat(log.entries()).hasSize(3);
        assertThat(log.window().view().brokerCount()).isEqualTo(3);
    }

    @Test
    void aMovedBaseIsJudgedAnew() {
        register(broker("b").with("t1"));
        log.goesBeforeNext(register(broker("b", 1), 0));

        Outcome outcome = register(broker("b").versioned(2).with("t1", "t2"));

        assertThat(outcome).isEqualTo(new Outcome.Applied(new LogIndex(4), 0));
        assertThat(log.entries()).hasSize(4);
        assertThat(((RegisterBroker) log.entries().get(3)).base()).isEqualTo(new Base(new Epoch(1), new LogIndex(2)));
    }

    @Test
    void aBaseThatMovesAgainAndAgainEndsInTheWholeTableWithoutBase() {
        register(broker("b").with("t1"));
        for (int slave = 1; slave <= 4; slave++) {
            log.goesBeforeNext(register(broker("b", slave), 0));
        }

        Outcome outcome = register(broker("b").versioned(2).with("t1", "t2"));

        assertThat(outcome).isEqualTo(new Outcome.Applied(new LogIndex(10), 0));
        RegisterBroker last = (RegisterBroker) log.entries().get(9);
        assertThat(last.base()).isNull();
        assertThat(last.registration())
                .isEqualTo(broker("b").versioned(2).with("t1", "t2").registration());
    }

    @Test
    void aBigChangeGoesInPartsAndItsVersionWithTheLast() {
        desk = desk(new DeskLimits(10, 10, 120));
        List<DataVersion> versions = new ArrayList<>();
        List<String> all = List.of("t1", "t2", "t3", "t4", "t5");

        Outcome outcome = register(broker("b").with(all.toArray(String[]::new)));

        assertThat(outcome).isEqualTo(new Outcome.Applied(new LogIndex(3), 0));
        assertThat(log.entries())
                .extracting(entry -> ((RegisterBroker) entry).complete())
                .containsExactly(false, false, true);
        assertThat(topics(0)).containsExactly("t1", "t2");
        assertThat(topics(1)).containsExactly("t3", "t4");
        assertThat(topics(2)).containsExactly("t5");
        assertThat(((RegisterBroker) log.entries().get(1)).base()).isEqualTo(new Base(new Epoch(1), new LogIndex(1)));
        InMemoryLog replayed = new InMemoryLog();
        for (Command entry : log.entries()) {
            replayed.append(entry);
            versions.add(replayed.window().view().member(B).dataVersion());
        }
        assertThat(versions).containsExactly(DataVersion.INITIAL, DataVersion.INITIAL, Brokers.version(1));
    }

    @Test
    void whatComesBetweenTwoPartsIsSeenByTheNext() {
        register(broker("b").with("t0"));
        desk = desk(new DeskLimits(10, 10, 120));
        workers.hold();
        CompletableFuture<Outcome> word = submit(broker("b").versioned(2).with("t1", "t2", "t3", "t4"));
        workersDoOneStep();
        assertThat(topics(1)).containsExactly("t1", "t2");
        // judged at the old version, so the new one brings it back
        log.append(new DeleteTopic(new TopicName("t1"), null));

        workers.release();

        assertThat(word.join().holds()).isTrue();
        assertThat(log.window().view().group(B.name()).topicCount()).isEqualTo(5);
        assertThat(log.window().view().member(B).dataVersion()).isEqualTo(Brokers.version(2));
    }

    @Test
    void aBrokerThatLeftBetweenTwoPartsIsRegisteredWhole() {
        desk = desk(new DeskLimits(10, 10, 120));
        workers.hold();
        CompletableFuture<Outcome> word = submit(broker("b").with("t1", "t2", "t3"));
        workersDoOneStep();
        log.append(new UnregisterBroker(broker("b").identity(), new Epoch(1)));

        workers.release();

        assertThat(word.join().holds()).isTrue();
        assertThat(log.window().view().group(B.name()).topicCount()).isEqualTo(3);
        assertThat(log.window().view().member(B).epoch()).isEqualTo(new Epoch(3));
    }

    @Test
    void aWholeTableThatIsTooBigGoesInPartsToo() {
        register(broker("b").with("t0"));
        desk = desk(new DeskLimits(10, 10, 120));
        for (int slave = 1; slave <= 4; slave++) {
            log.goesBeforeNext(register(broker("b", slave), 0));
        }

        Outcome outcome = register(broker("b").versioned(2).with("t1", "t2", "t3"));

        assertThat(outcome.holds()).isTrue();
        assertThat(topics(9)).containsExactly("t1", "t2");
        assertThat(topics(10)).containsExactly("t3");
        assertThat(log.entries().subList(9, 11))
                .allSatisfy(entry -> assertThat(((RegisterBroker) entry).base()).isNull());
        assertThat(log.window().view().member(B).dataVersion()).isEqualTo(Brokers.version(2));
    }

    @Test
    void anOutcomeThatIsNobodysFaultGoesToTheSender() {
        log.answerNextWith(new Outcome.Unknown("timeout"));
        assertThat(register(broker("b"))).isEqualTo(new Outcome.Unknown("timeout"));

        log.answerNextWith(new Outcome.NotLeader("n2"));
        assertThat(register(broker("b"))).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(desk.inFlight()).isZero();
    }

    @Test
    void aNodeThatDoesNotLeadJudgesNothing() {
        leadership.publish(Nodes.follows(Nodes.N2, 2));

        assertThat(register(broker("b"))).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(direct(new MarkState())).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(log.entries()).isEmpty();
    }

    @Test
    void whatWaitedUntilLeadershipWasLostIsNotJudged() {
        workers.hold();
        CompletableFuture<Outcome> word = submit(broker("b"));
        leadership.publish(Nodes.follows(Nodes.N2, 2));
        workers.release();

        assertThat(word).isCompletedWithValue(new Outcome.NotLeader("n2"));
    }

    @Test
    void directCommandsAreProposedAsTheyAre() {
        assertThat(direct(new MarkState())).isEqualTo(new Outcome.Applied(new LogIndex(1), 0));
        assertThat(log.entries()).containsExactly(new MarkState());
    }

    @Test
    void aFullDeskShedsAtOnceAndSaysSoInTheMeters() {
        desk = desk(new DeskLimits(2, 1, 1_000));
        log.hold();
        begin(broker("b").with("t1"));
        begin(broker("b").with("t2"));

        assertThat(submit(broker("c"))).isCompletedWithValueMatching(Outcome.Overloaded.class::isInstance);

        log.release();
        assertThat(register(broker("c")).holds()).isTrue();
        assertThat(meters.counter("raftns.sheds", "lane", "desk").count()).isEqualTo(1);
    }

    @Test
    void aFullLaneShedsWithoutTakingThePlaceOfOthers() {
        desk = desk(new DeskLimits(10, 1, 1_000));
        log.hold();
        begin(broker("b").with("t1"));
        begin(broker("b").with("t2"));

        assertThat(submit(broker("b").with("t3"))).isCompletedWithValueMatching(Outcome.Overloaded.class::isInstance);
        assertThat(desk.inFlight()).isEqualTo(2);
        assertThat(submit(broker("c"))).isNotDone();
    }

    @Test
    void fullWorkersShedAndLeaveTheLaneFree() {
        workers.full(true);
        assertThat(register(broker("b"))).isInstanceOf(Outcome.Overloaded.class);

        workers.full(false);
        assertThat(register(broker("b")).holds()).isTrue();
    }

    @Test
    void reportsGoToLiveness() {
        assertThat(desk.heard(new SignsOfLife(Nodes.N2.id(), List.of())))
                .isEqualTo(new ReportReply(true, new Term(1), new LogIndex(77)));
    }

    /** Worker tasks are held; lets the first one run until it asks for the next. */
    private void workersDoOneStep() {
        workers.step();
    }

    private List<String> topics(int entry) {
        return ((RegisterBroker) log.entries().get(entry))
                .registration().table().topics().stream()
                        .map(ReportedTopic::name)
                        .map(TopicName::value)
                        .toList();
    }

    /** Submits what the test does not wait for. */
    private void begin(Brokers broker) {
        started.add(submit(broker));
    }

    private CompletableFuture<Outcome> submit(Brokers broker) {
        return desk.handle(new Intent.Register(broker.registration())).toCompletableFuture();
    }

    private Outcome register(Brokers broker) {
        CompletableFuture<Outcome> word = submit(broker);
        assertThat(word).isDone();
        return word.join();
    }

    private static RegisterBroker register(Brokers broker, long time) {
        return new RegisterBroker(broker.registration(), null, true, time);
    }

    private Outcome direct(Command command) {
        return desk.handle(new Intent.Direct(command)).toCompletableFuture().join();
    }

    private RegistrationDesk desk(DeskLimits limits) {
        return new RegistrationDesk(
                new RegistrationDesk.Ports(
                        log.window(),
                        leadership,
                        log,
                        signs -> new ReportReply(true, new Term(1), new LogIndex(77)),
                        time,
                        workers,
                        new NodeMeters(meters)),
                limits);
    }
}
