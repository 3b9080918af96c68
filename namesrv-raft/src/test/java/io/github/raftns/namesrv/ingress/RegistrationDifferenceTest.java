package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static io.github.raftns.namesrv.testing.Brokers.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.testing.InMemoryLog;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RegistrationDifferenceTest {
    private static final Brokers KNOWN =
            broker("b").with("t1", "t2", "t3").timeout(30_000).zone("z").filters(FilterServers.of(List.of("f1", "f2")));

    private final InMemoryLog log = new InMemoryLog();

    static Stream<Arguments> whatAddsNothing() {
        return Stream.of(
                Arguments.of("the same again", KNOWN),
                Arguments.of("one topic of the table", KNOWN.with("t2")),
                Arguments.of("one part of a split table", KNOWN.with("t1", "t3")),
                Arguments.of("the table in another order", KNOWN.with("t3", "t1", "t2")),
                Arguments.of("no topic at all", KNOWN.with()),
                Arguments.of("nothing said of filter servers", KNOWN.filters(FilterServers.UNSAID)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatAddsNothing")
    void addsNothing(String what, Brokers said) {
        register(KNOWN);

        assertThat(difference(said).isNone()).isTrue();
    }

    static Stream<Arguments> whatChangesTheRecord() {
        return Stream.of(
                Arguments.of("another cluster", KNOWN.in("c2")),
                Arguments.of("another address", KNOWN.at("elsewhere:10911")),
                Arguments.of("another ha address", KNOWN.ha("elsewhere:10912")),
                Arguments.of("no ha address", KNOWN.ha(null)),
                Arguments.of("another timeout", KNOWN.timeout(10_000)),
                Arguments.of("acting master enabled", KNOWN.acting(ActingMaster.ENABLED)),
                Arguments.of("acting master unsaid", KNOWN.acting(ActingMaster.UNSAID)),
                Arguments.of("another zone", KNOWN.zone("y")),
                Arguments.of("no zone", KNOWN.zone(null)),
                Arguments.of("other filter servers", KNOWN.filters(FilterServers.of(List.of("f2", "f1")))),
                Arguments.of("filter servers taken back", KNOWN.filters(FilterServers.of(List.of()))),
                Arguments.of("a newer data version", KNOWN.versioned(2)),
                Arguments.of("an older data version", KNOWN.versioned(0)),
                Arguments.of("a later state version", KNOWN.versioned(new DataVersion(1, 1_700_000_000_000L, 1))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatChangesTheRecord")
    void changesTheRecordAndNoTopic(String what, Brokers said) {
        register(KNOWN);

        RegistrationDifference difference = difference(said);

        assertThat(difference.record()).isTrue();
        assertThat(difference.isNone()).isFalse();
        assertThat(difference.topics()).isEmpty();
    }

    static Stream<Arguments> whatChangesATopic() {
        TopicName t2 = new TopicName("t2");
        TopicMapping mapping = new TopicMapping(
                t2, new BrokerName("b"), null, 4, 1, false, new TreeMap<>(Collections.singletonMap(0, 0)));
        return Stream.of(
                Arguments.of("a new topic", topic("t4", 4)),
                Arguments.of("other queues", topic("t2", 8)),
                Arguments.of(
                        "other read queues", new ReportedTopic(new TopicConfig(t2, 5, 4, new Permission(6), 0), null)),
                Arguments.of(
                        "other write queues", new ReportedTopic(new TopicConfig(t2, 4, 5, new Permission(6), 0), null)),
                Arguments.of(
                        "another permission", new ReportedTopic(new TopicConfig(t2, 4, 4, new Permission(4), 0), null)),
                Arguments.of("other flags", new ReportedTopic(new TopicConfig(t2, 4, 4, new Permission(6), 1), null)),
                Arguments.of("a mapping", new ReportedTopic(new TopicConfig(t2, 4, 4, new Permission(6), 0), mapping)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatChangesATopic")
    void changesThatTopicAlone(String what, ReportedTopic changed) {
        register(KNOWN);

        RegistrationDifference difference = difference(KNOWN.with(List.of(topic("t1", 4), changed, topic("t3", 4))));

        assertThat(difference.record()).isFalse();
        assertThat(difference.topics()).containsExactly(changed);
    }

    @Test
    void aBrokerNobodyKnowsIsAllDifference() {
        RegistrationDifference difference = difference(KNOWN);

        assertThat(difference.base()).isEqualTo(new Base(Epoch.NONE, LogIndex.NONE));
        assertThat(difference.record()).isTrue();
        assertThat(difference.topics()).isEqualTo(KNOWN.registration().table().topics());
    }

    @Test
    void theBaseNamesTheEpochAndTheLastChangeOfAnyRowOfTheName() {
        register(KNOWN);
        register(broker("other").with("x"));
        register(broker("b", 1));

        assertThat(difference(KNOWN).base()).isEqualTo(new Base(new Epoch(1), new LogIndex(3)));
        assertThat(difference(broker("b", 2)).base()).isEqualTo(new Base(Epoch.NONE, new LogIndex(3)));
    }

    @Test
    void theAddressUnderAnotherIdIsAChange() {
        register(broker("b", 0));
        register(broker("b", 1));

        assertThat(difference(broker("b", 1).at("b-0:10911")).record()).isTrue();
        assertThat(difference(broker("b", 2).at("b-1:10911")).record()).isTrue();
    }

    @Test
    void aSlaveBesideAMasterPublishesNoTopics() {
        register(broker("b", 0).with("t1"));
        Brokers slave = broker("b", 1).acting(ActingMaster.ENABLED);
        register(slave);

        assertThat(difference(slave.with("t1", "t9")).isNone()).isTrue();
    }

    @Test
    void theSmallestSlaveOfAGroupWithoutAMasterPublishesUnlessItIsOlderThanActingMasters() {
        register(broker("b", 2).acting(ActingMaster.ENABLED));

        assertThat(difference(broker("b", 1).with("t1").acting(ActingMaster.DISABLED))
                        .topics())
                .hasSize(1);
        assertThat(difference(broker("b", 1).with("t1").acting(ActingMaster.UNSAID))
                        .topics())
                .isEmpty();
        assertThat(difference(broker("b", 3).with("t1").acting(ActingMaster.ENABLED))
                        .topics())
                .isEmpty();
    }

    @Test
    void aMasterThatComesBackAsASlaveIsJudgedWithoutItsOldId() {
        register(broker("b", 0));

        assertThat(difference(broker("b", 1).at("b-0:10911").with("t1")).topics())
                .hasSize(1);
    }

    @Test
    void aDeletedTopicIsIgnoredUntilItComesUnderANewerVersion() {
        register(KNOWN);
        log.append(new DeleteTopic(new TopicName("t2"), null));

        assertThat(difference(KNOWN).isNone()).isTrue();
        assertThat(difference(KNOWN.versioned(0)).topics()).isEmpty();
        assertThat(difference(KNOWN.versioned(2)).topics())
                .extracting(ReportedTopic::name)
                .containsExactly(new TopicName("t2"));
    }

    @Test
    void anIdHeldUnderALaterStateVersionIsRefusedHere() {
        register(KNOWN.versioned(new DataVersion(5, 1, 1)));

        RegistrationDifference difference = difference(KNOWN.at("elsewhere:1").versioned(new DataVersion(4, 9, 9)));

        assertThat(difference.isNone()).isFalse();
        assertThat(difference.refusal()).map(Outcome.Refused::reason).contains(Refusal.NEWER_STATE_VERSION);
        assertThat(difference(KNOWN.at("elsewhere:1").versioned(new DataVersion(5, 0, 0)))
                        .refusal())
                .isEmpty();
        assertThat(difference(KNOWN.versioned(new DataVersion(4, 9, 9))).refusal())
                .isEmpty();
    }

    private void register(Brokers broker) {
        Outcome outcome = log.append(new RegisterBroker(broker.registration(), null, true, 0));
        assertThat(outcome).isInstanceOf(Outcome.Applied.class);
    }

    private RegistrationDifference difference(Brokers broker) {
        return RegistrationDifference.between(log.window().view(), broker.registration());
    }
}
