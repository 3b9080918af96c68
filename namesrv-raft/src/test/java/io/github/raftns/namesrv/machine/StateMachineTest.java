package io.github.raftns.namesrv.machine;

import static io.github.raftns.namesrv.machine.SmallWorld.identity;
import static io.github.raftns.namesrv.machine.SmallWorld.key;
import static io.github.raftns.namesrv.machine.SmallWorld.mapped;
import static io.github.raftns.namesrv.machine.SmallWorld.name;
import static io.github.raftns.namesrv.machine.SmallWorld.registration;
import static io.github.raftns.namesrv.machine.SmallWorld.topic;
import static io.github.raftns.namesrv.machine.SmallWorld.version;
import static io.github.raftns.namesrv.machine.SmallWorld.whole;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import io.github.raftns.store.memory.MemoryStore;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** The transition table of {@link StateMachine}, line by line. */
class StateMachineTest {
    private static final BrokerIdentity MASTER = identity("c", "a", 0, "h0");
    private static final BrokerIdentity SLAVE = identity("c", "a", 1, "h1");
    private static final TopicName T1 = new TopicName("t1");
    private static final TopicName T2 = new TopicName("t2");

    private final Node node = new Node(new MemoryStore());

    private void register(BrokerIdentity broker, long counter, ReportedTopic... topics) {
        assertApplied(node.append(whole(registration(broker, version(counter), topics))), 0);
    }

    private static void assertApplied(Outcome outcome, long count) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Applied.class, applied -> assertThat(applied.count())
                .isEqualTo(count));
    }

    private static void assertRefused(Outcome outcome, Refusal reason) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, refused -> assertThat(refused.reason())
                .isEqualTo(reason));
    }

    private MemberRecord member(long id) {
        return node.member(key("a", id)).orElseThrow();
    }

    private GroupRecord group() {
        return node.group(name("a")).orElseThrow();
    }

    private Outcome expire(long id) {
        return node.append(new ExpireBroker(key("a", id), member(id).epoch(), node.term()));
    }

    @Test
    void aFirstRegistrationIsStoredWithItsIndexAsEpochAndRevision() {
        node.append(new MarkState());
        register(MASTER, 1, topic("t1", 4), mapped("t2", 8));

        assertThat(member(0))
                .isEqualTo(new MemberRecord(
                        key("a", 0),
                        new ClusterName("c"),
                        new BrokerAddress("h0"),
                        new Epoch(2),
                        version(1),
                        null,
                        0,
                        ActingMaster.DISABLED,
                        null,
                        FilterServers.UNSAID,
                        1_000));
        assertThat(group()).isEqualTo(new GroupRecord(name("a"), new ClusterName("c"), new LogIndex(2), null));
        assertThat(node.topic(name("a"), T1)).contains(topic("t1", 4));
        assertThat(node.topic(name("a"), T2)).contains(mapped("t2", 8));
    }

    @Test
    void aFirstRegistrationOfExactlyOneTopicIsAccepted() {
        register(MASTER, 1, topic("t1", 4));

        assertThat(node.topic(name("a"), T1)).isPresent();
    }

    @Test
    void aRenewalKeepsTheEpochAndChangesNoRow() {
        register(MASTER, 1, topic("t1", 4));
        SortedMap<String, String> rows = node.rows();

        register(MASTER, 1, topic("t1", 4));

        assertThat(node.rows()).isEqualTo(rows);
        assertThat(node.lastChanges()).isEmpty();
        assertThat(node.index()).isEqualTo(new LogIndex(2));
    }

    @Test
    void aChangedReportKeepsTheEpochAndMovesTheRevision() {
        register(MASTER, 1, topic("t1", 4), topic("t2", 4));
        register(MASTER, 2, topic("t1", 8));

        assertThat(member(0).epoch()).isEqualTo(new Epoch(1));
        assertThat(member(0).registeredAtMillis()).isEqualTo(1_000);
        assertThat(group().revision()).isEqualTo(new LogIndex(2));
        assertThat(node.topic(name("a"), T1)).contains(topic("t1", 8));
        assertThat(node.topic(name("a"), T2)).as("not reported, so it stays").isPresent();
    }

    @Test
    void anOlderDataVersionIsStoredAsReported() {
        register(MASTER, 5, topic("t1", 4));
        register(MASTER, 2, topic("t1", 8));

        assertThat(member(0).dataVersion()).isEqualTo(version(2));
        assertThat(node.topic(name("a"), T1)).contains(topic("t1", 8));
    }

    @Test
    void aMappingFollowsTheReport() {
        register(MASTER, 1, mapped("t1", 4));
        register(MASTER, 2, topic("t1", 4));

        assertThat(node.topic(name("a"), T1)).contains(topic("t1", 4));
    }

    @Test
    void anotherAddressTakesAnIdOverUnderANewEpoch() {
        node.append(whole(withFilters(registration(MASTER, version(3), topic("t1", 4)), "f0")));
        register(identity("c", "a", 0, "h9"), 1);

        assertThat(member(0).address()).isEqualTo(new BrokerAddress("h9"));
        assertThat(member(0).epoch()).isEqualTo(new Epoch(2));
        assertThat(member(0).filterServers()).as("those of the other address").isEqualTo(FilterServers.UNSAID);
        assertThat(node.topic(name("a"), T1)).as("belongs to the broker name").isPresent();
    }

    @Test
    void anotherClusterOfTheSameBrokerIsANewRegistrationAndTheGroupKeepsItsCluster() {
        register(MASTER, 1);
        register(identity("other", "a", 0, "h0"), 1);

        assertThat(member(0).epoch()).isEqualTo(new Epoch(2));
        assertThat(member(0).cluster()).isEqualTo(new ClusterName("other"));
        assertThat(group().cluster()).isEqualTo(new ClusterName("c"));
    }

    @Test
    void anIdHeldUnderAGreaterStateVersionIsNotTakenOver() {
        node.append(whole(registration(MASTER, new DataVersion(4, 0, 0))));
        SortedMap<String, String> rows = node.rows();

        Outcome outcome = node.append(whole(registration(identity("c", "a", 0, "h9"), new DataVersion(3, 9, 9))));

        assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Refusal.NEWER_STATE_VERSION);
            assertThat(refused.detail()).contains("h0", "h9", "4", "3");
        });
        assertThat(node.rows()).isEqualTo(rows);
    }

    @Test
    void theSameAddressMayReportALowerStateVersion() {
        node.append(whole(registration(MASTER, new DataVersion(4, 0, 0))));
        assertApplied(node.append(whole(registration(MASTER, new DataVersion(3, 0, 0)))), 0);
    }

    @Test
    void anEqualStateVersionTakesTheIdOver() {
        node.append(whole(registration(MASTER, new DataVersion(4, 9, 9))));
        assertApplied(node.append(whole(registration(identity("c", "a", 0, "h9"), new DataVersion(4, 0, 0)))), 0);

        assertThat(member(0).address()).isEqualTo(new BrokerAddress("h9"));
    }

    @Test
    void anAddressThatChangesItsIdLeavesTheOldOne() {
        register(MASTER, 1, topic("t1", 4));
        register(SLAVE, 1);
        register(identity("c", "a", 0, "h1"), 2, topic("t1", 8));

        assertThat(node.member(key("a", 1))).isEmpty();
        assertThat(member(0).address()).isEqualTo(new BrokerAddress("h1"));
        assertThat(node.lastChanges()).contains(new RouteChange.MemberRemoved(key("a", 1)));
    }

    @Test
    void theSameAddressUnderAnotherNameIsAnotherBroker() {
        register(MASTER, 1);
        register(identity("c", "b", 1, "h0"), 1);

        assertThat(node.members()).hasSize(2);
    }

    @Test
    void aDifferenceOnItsBaseIsApplied() {
        register(MASTER, 1, topic("t1", 4));
        Base base = node.base(key("a", 0));

        assertApplied(
                node.append(new RegisterBroker(registration(MASTER, version(2), topic("t2", 4)), base, true, 5)), 0);

        assertThat(node.topic(name("a"), T1)).isPresent();
        assertThat(node.topic(name("a"), T2)).isPresent();
    }

    @Test
    void aDifferenceForAnUnknownNameNamesNothingAsItsBase() {
        assertApplied(
                node.append(new RegisterBroker(
                        registration(MASTER, version(1)), new Base(Epoch.NONE, LogIndex.NONE), true, 5)),
                0);
    }

    @Test
    void aDifferenceWhoseNameChangedMeanwhileIsRefused() {
        register(MASTER, 1, topic("t1", 4));
        Base base = node.base(key("a", 0));
        register(SLAVE, 1);

        assertRefused(
                node.append(new RegisterBroker(registration(MASTER, version(2)), base, true, 5)), Refusal.BASE_MOVED);
    }

    @Test
    void aDifferenceIsNotRefusedForWhatChangedElsewhere() {
        register(MASTER, 1, topic("t1", 4));
        Base base = node.base(key("a", 0));
        register(identity("c", "b", 0, "h5"), 1, topic("t1", 4));

        assertApplied(node.append(new RegisterBroker(registration(MASTER, version(2)), base, true, 5)), 0);
    }

    @Test
    void aDifferenceJudgedForAnotherEpochIsRefused() {
        register(MASTER, 1);
        Base wrong = new Base(new Epoch(7), group().revision());

        assertRefused(
                node.append(new RegisterBroker(registration(MASTER, version(2)), wrong, true, 5)), Refusal.BASE_MOVED);
    }

    @Test
    void aPartOfARegistrationKeepsTheStoredVersionUntilTheLastPart() {
        register(MASTER, 1, topic("t1", 4));
        node.append(new RegisterBroker(registration(MASTER, version(2), topic("t1", 8)), null, false, 5));
        assertThat(member(0).dataVersion()).isEqualTo(version(1));
        assertThat(node.topic(name("a"), T1)).contains(topic("t1", 8));

        node.append(new RegisterBroker(registration(MASTER, version(2), topic("t2", 8)), null, true, 5));
        assertThat(member(0).dataVersion()).isEqualTo(version(2));
    }

    @Test
    void theFirstPartOfANewRegistrationHasTheInitialVersion() {
        register(MASTER, 1);
        node.append(new RegisterBroker(registration(identity("c", "a", 0, "h9"), version(9)), null, false, 5));

        assertThat(member(0).dataVersion()).isEqualTo(DataVersion.INITIAL);
        assertThat(member(0).registeredAtMillis()).isEqualTo(5);
    }

    @Test
    void aSlaveBesideItsMasterPublishesNothing() {
        register(MASTER, 1, topic("t1", 4));
        register(SLAVE, 1, topic("t2", 4));

        assertThat(member(1)).isNotNull();
        assertThat(node.topic(name("a"), T2)).isEmpty();
    }

    @Test
    void theSlaveWithTheSmallestIdPublishesWhenThereIsNoMaster() {
        register(identity("c", "a", 2, "h2"), 1, topic("t1", 4));
        register(SLAVE, 1, topic("t2", 4));
        register(identity("c", "a", 2, "h2"), 1, topic("t3", 4));

        assertThat(node.topic(name("a"), T1)).isPresent();
        assertThat(node.topic(name("a"), T2)).isPresent();
        assertThat(node.topic(name("a"), new TopicName("t3"))).isEmpty();
    }

    @Test
    void aSlaveOlderThanActingMastersNeverPublishes() {
        Registration old = registration(SLAVE, version(1), topic("t1", 4));
        node.append(whole(new Registration(SLAVE, null, 0, ActingMaster.UNSAID, null, old.table())));

        assertThat(node.topic(name("a"), T1)).isEmpty();
    }

    @Test
    void filterServersStayWhenUnsaidAndGoWhenNoneAreSaid() {
        node.append(whole(withFilters(registration(MASTER, version(1)), "f0", "f1")));
        register(MASTER, 2);
        assertThat(member(0).filterServers()).isEqualTo(FilterServers.of(List.of("f0", "f1")));

        node.append(whole(withFilters(registration(MASTER, version(3)))));
        assertThat(member(0).filterServers().addresses()).isEmpty();
    }

    @Test
    void aGoodbyeOfTheRightEpochTakesTheMemberAndLeavesTheTopicsToTheOthers() {
        register(MASTER, 1, topic("t1", 4));
        register(SLAVE, 1);

        assertApplied(node.append(new UnregisterBroker(MASTER, new Epoch(1))), 0);

        assertThat(node.member(key("a", 0))).isEmpty();
        assertThat(node.topic(name("a"), T1)).isPresent();
        assertThat(group().revision()).isEqualTo(new LogIndex(3));
    }

    @Test
    void aGoodbyeFindsTheMemberByItsAddressWhateverIdItSays() {
        register(SLAVE, 1);

        assertApplied(node.append(new UnregisterBroker(identity("c", "a", 0, "h1"), new Epoch(1))), 0);
        assertThat(node.members()).isEmpty();
    }

    @Test
    void aGoodbyeOfAnotherEpochIsRefused() {
        register(MASTER, 1);
        register(identity("other", "a", 0, "h0"), 1);

        assertRefused(node.append(new UnregisterBroker(MASTER, new Epoch(1))), Refusal.STALE_EPOCH);
        assertThat(node.members()).hasSize(1);
    }

    @Test
    void aGoodbyeOfNobodyIsRefused() {
        register(MASTER, 1);

        assertRefused(node.append(new UnregisterBroker(SLAVE, new Epoch(1))), Refusal.UNKNOWN_BROKER);
    }

    @Test
    void withTheLastGoodbyeNothingOfTheNameStays() {
        register(MASTER, 1, topic("t1", 4), topic("t2", 4));
        node.append(new DeleteTopic(T1, null));
        node.append(new ChangePermission(name("a"), false, 5));

        node.append(new UnregisterBroker(MASTER, new Epoch(1)));

        assertThat(node.rows()).isEmpty();
        assertThat(node.machine().applied().digest()).isEqualTo(io.github.raftns.namesrv.command.StateDigest.EMPTY);
    }

    @Test
    void expiryOfAnOldEpochIsIgnored() {
        register(MASTER, 1);
        register(identity("other", "a", 0, "h0"), 1);

        assertRefused(node.append(new ExpireBroker(key("a", 0), new Epoch(1), node.term())), Refusal.STALE_EPOCH);
        assertThat(node.members()).hasSize(1);
    }

    @Test
    void expiryJudgedInAnotherTermIsIgnored() {
        register(MASTER, 1);
        Term judged = node.term();
        node.nextTerm();

        assertRefused(node.append(new ExpireBroker(key("a", 0), new Epoch(1), judged)), Refusal.WRONG_TERM);
    }

    @Test
    void expiryOfNobodyIsRefused() {
        assertRefused(node.append(new ExpireBroker(key("a", 0), new Epoch(1), node.term())), Refusal.UNKNOWN_BROKER);
    }

    @Test
    void expiryOfOneOfSeveralLeavesTheTopics() {
        register(MASTER, 1, topic("t1", 4));
        register(SLAVE, 1);

        assertApplied(expire(0), 0);

        assertThat(node.topic(name("a"), T1)).isPresent();
    }

    @Test
    void expiryOfTheLastTakesTopicsAndGroupWhenNothingElseIsKept() {
        register(MASTER, 1, topic("t1", 4));

        assertApplied(expire(0), 0);

        assertThat(node.rows()).isEmpty();
    }

    @Test
    void maskAndTombstonesOutliveExpiryAndHoldForTheNextRegistration() {
        register(MASTER, 1, topic("t1", 4), topic("t2", 4));
        node.append(new DeleteTopic(T1, null));
        node.append(new ChangePermission(name("a"), false, 5));
        expire(0);

        assertThat(group().mask()).isEqualTo(new GroupRecord.Mask(new LogIndex(3), 5));
        assertThat(node.tombstone(name("a"), T1)).isPresent();
        assertThat(node.topic(name("a"), T2)).isEmpty();

        register(identity("new", "a", 0, "h0"), 1, topic("t1", 4), topic("t2", 4));

        assertThat(group().cluster()).isEqualTo(new ClusterName("new"));
        assertThat(group().mask()).isNotNull();
        assertThat(node.topic(name("a"), T1)).isEmpty();
        assertThat(node.topic(name("a"), T2)).isPresent();
    }

    @Test
    void aDeletedTopicStaysAwayUntilANewerVersionReportsIt() {
        register(MASTER, 3, topic("t1", 4), topic("t2", 4));

        assertApplied(node.append(new DeleteTopic(T1, null)), 1);
        assertThat(node.topic(name("a"), T1)).isEmpty();
        assertThat(node.tombstone(name("a"), T1).orElseThrow().judged())
                .containsExactly(java.util.Map.entry(new BrokerId(0), version(3)));

        register(MASTER, 3, topic("t1", 4));
        register(MASTER, 2, topic("t1", 4));
        assertThat(node.topic(name("a"), T1)).isEmpty();

        register(MASTER, 4, topic("t1", 4));
        assertThat(node.topic(name("a"), T1)).isPresent();
        assertThat(node.tombstone(name("a"), T1)).isEmpty();
    }

    @Test
    void aPartOfARegistrationIsHeldAgainstTombstonesByItsOwnVersion() {
        register(MASTER, 3, topic("t1", 4));
        node.append(new DeleteTopic(T1, null));

        node.append(new RegisterBroker(registration(MASTER, version(4), topic("t1", 4)), null, false, 5));

        assertThat(node.topic(name("a"), T1)).isPresent();
    }

    @Test
    void aMemberThatWasNotJudgedBringsATopicBackAtOnce() {
        register(SLAVE, 9, topic("t1", 4));
        node.append(new DeleteTopic(T1, null));

        register(MASTER, 1, topic("t1", 4));

        assertThat(node.topic(name("a"), T1)).isPresent();
    }

    @Test
    void aSecondDeletionChangesNothing() {
        register(MASTER, 3, topic("t1", 4));
        node.append(new DeleteTopic(T1, null));
        SortedMap<String, String> rows = node.rows();

        assertApplied(node.append(new DeleteTopic(T1, null)), 0);
        assertThat(node.rows()).isEqualTo(rows);
    }

    @Test
    void aDeletionWithinAClusterTouchesNoOther() {
        register(MASTER, 1, topic("t1", 4));
        register(identity("d", "b", 0, "h5"), 1, topic("t1", 4));
        register(identity("c", "e", 0, "h6"), 1, topic("t1", 4));
        register(identity("d", "e", 1, "h7"), 1);

        assertApplied(node.append(new DeleteTopic(T1, new ClusterName("d"))), 2);

        assertThat(node.topic(name("a"), T1)).isPresent();
        assertThat(node.topic(name("b"), T1)).isEmpty();
        assertThat(node.topic(name("e"), T1))
                .as("one of its members is of the cluster")
                .isEmpty();
        assertThat(group().revision()).isEqualTo(new LogIndex(1));
    }

    @Test
    void aWipeIsKeptOnceAndCountsTheTopicsEachTime() {
        register(MASTER, 1, topic("t1", 4), topic("t2", 4));

        assertApplied(node.append(new ChangePermission(name("a"), false, 5)), 2);
        SortedMap<String, String> rows = node.rows();
        assertApplied(node.append(new ChangePermission(name("a"), false, 6)), 2);

        assertThat(node.rows()).isEqualTo(rows);
        assertThat(group().mask()).isEqualTo(new GroupRecord.Mask(new LogIndex(2), 5));
        assertThat(node.topic(name("a"), T1)).as("stored as reported").contains(topic("t1", 4));
    }

    @Test
    void aWipeOutlivesChangedReportsAndEndsWithAnAdd() {
        register(MASTER, 1, topic("t1", 4));
        node.append(new ChangePermission(name("a"), false, 5));
        register(MASTER, 2, topic("t1", 8));
        assertThat(group().mask()).isNotNull();

        assertApplied(node.append(new ChangePermission(name("a"), true, 6)), 1);
        assertThat(group().mask()).isNull();
    }

    @Test
    void anAddOnWhatExpiryLeftDropsTheGroup() {
        register(MASTER, 1);
        node.append(new ChangePermission(name("a"), false, 5));
        expire(0);

        assertApplied(node.append(new ChangePermission(name("a"), true, 6)), 0);

        assertThat(node.rows()).isEmpty();
    }

    @Test
    void aWipeOfAnUnknownNameChangesNothing() {
        assertApplied(node.append(new ChangePermission(name("a"), false, 5)), 0);
        assertThat(node.rows()).isEmpty();
    }

    @Test
    void aMarkMovesTheAppliedPointAlone() {
        register(MASTER, 1);
        SortedMap<String, String> rows = node.rows();

        assertApplied(node.append(new MarkState()), 0);

        assertThat(node.rows()).isEqualTo(rows);
        assertThat(StateRows.appliedPoint(node.store()).index()).isEqualTo(new LogIndex(2));
    }

    private static Registration withFilters(Registration registration, String... servers) {
        TopicTable table = registration.table();
        return registration.withTable(
                new TopicTable(table.version(), table.topics(), FilterServers.of(List.of(servers))));
    }
}
