package io.github.raftns.namesrv.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.CommandCodec;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.machine.AppliedBatch;
import io.github.raftns.namesrv.machine.Batch;
import io.github.raftns.namesrv.machine.StateMachine;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.namesrv.view.GroupView;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import io.github.raftns.store.memory.MemoryStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * An entry that makes one node fail makes all of them fail, at every start anew. So whatever is a registration at all, however
 * odd, goes through log bytes, machine, rows, view and bodies; and a node that starts from the rows shows the same as one that
 * followed the log.
 */
class HostileRegistrationsTest {
    private static final Term TERM = new Term(1);
    private static final List<String> ODD_TEXTS = List.of(
            "\u0000",
            "\u0000\u0001",
            "a\u0000\u00FF",
            "\u0001",
            "\"",
            "\\",
            "/",
            "\n\r\t\b\f",
            "\u007F\u0080\u2028\u2029\uFEFF\uFFFF",
            "\uD83D\uDE00",
            "%RETRY%g@$^",
            "{\"a\":[",
            "__proto__",
            "x".repeat(512),
            "\uFFFF".repeat(512),
            "\uD83D\uDE00".repeat(256));

    @Property(tries = 150)
    void noRegistrationIsPoison(@ForAll("histories") List<Command> history) {
        try (MemoryStore store = new MemoryStore()) {
            StateMachine machine = new StateMachine(store);
            RouteWindow window = new RouteWindow();
            for (Command command : history) {
                apply(machine, window, command);
                endOneMember(machine, window, command);
            }
            RouteView followed = window.view();
            StateDigest[] counted = {StateDigest.EMPTY};
            followed.forEachRow(put -> counted[0] = counted[0].plus(StateRows.digestOf(put)));
            assertThat(counted[0]).isEqualTo(machine.applied().digest()).isEqualTo(StateRows.recount(store));

            RouteWindow fresh = new RouteWindow();
            fresh.reset(StateRows.appliedPoint(store), sink -> StateRows.forEach(store, sink));
            assertThat(bodies(fresh.view(), history)).isEqualTo(bodies(followed, history));
        }
    }

    @Property(tries = 5)
    void aGroupOfThousandsIsNoPoison(@ForAll("names") String name) {
        try (MemoryStore store = new MemoryStore()) {
            StateMachine machine = new StateMachine(store);
            RouteWindow window = new RouteWindow();
            Batch batch = machine.begin();
            int members = 1_000;
            for (int i = 0; i < members; i++) {
                BrokerIdentity broker = new BrokerIdentity(
                        new ClusterName("c" + i),
                        new BrokerName(name),
                        new BrokerId(i - members / 2L),
                        new BrokerAddress("10.0.0.1:" + i));
                batch.apply(new LogIndex(i + 1L), TERM, new RegisterBroker(plain(broker), null, true, 0));
            }
            AppliedBatch applied = batch.commit();
            window.publish(applied.applied(), applied.changes());
            assertThat(window.view().brokerCount()).isEqualTo(members);
            assertThat(window.view().clusterInfo().length()).isPositive();
        }
    }

    private static void apply(StateMachine machine, RouteWindow window, Command command) {
        Batch batch = machine.begin();
        LogIndex next = new LogIndex(machine.applied().index().value() + 1);
        batch.apply(next, TERM, CommandCodec.decode(ByteBuffer.wrap(CommandCodec.encode(command))));
        AppliedBatch applied = batch.commit();
        window.publish(applied.applied(), applied.changes());
    }

    /** Now and then, so that groups, masks and tombstones are left without members too. */
    private static void endOneMember(StateMachine machine, RouteWindow window, Command command) {
        int choice = Math.floorMod(command.hashCode(), 4);
        List<MemberRecord> members = new ArrayList<>();
        for (GroupView group : window.view().groups()) {
            members.addAll(group.members().values());
        }
        if (choice > 1 || members.isEmpty()) {
            return;
        }
        MemberRecord member = members.get(0);
        apply(
                machine,
                window,
                choice == 0
                        ? new ExpireBroker(member.key(), member.epoch(), TERM)
                        : new UnregisterBroker(member.identity(), member.epoch()));
    }

    private static List<Object> bodies(RouteView view, List<Command> history) {
        List<Object> bodies = new ArrayList<>();
        bodies.add(view.clusterInfo());
        bodies.add(view.topicList());
        bodies.add(view.brokerCount());
        bodies.add(view.topicCount());
        for (GroupView group : view.groups()) {
            bodies.add(view.memberGroup(group.row().cluster(), group.name()));
            bodies.add(group.topicCount());
            bodies.add(group.tombstoneCount());
        }
        TreeSet<TopicName> topics = new TreeSet<>();
        TreeSet<String> zones = new TreeSet<>(ODD_TEXTS);
        for (Command command : history) {
            if (command instanceof RegisterBroker register) {
                register.registration().table().topics().forEach(topic -> topics.add(topic.name()));
                if (register.registration().zone() != null) {
                    zones.add(register.registration().zone());
                }
            }
        }
        for (TopicName topic : topics) {
            for (boolean standard : new boolean[] {false, true}) {
                bodies.add(view.route(topic, standard, null));
                zones.forEach(zone -> bodies.add(view.route(topic, standard, zone)));
            }
        }
        return bodies;
    }

    private static Registration plain(BrokerIdentity broker) {
        return new Registration(broker, null, 0, ActingMaster.ENABLED, null, TopicTable.EMPTY);
    }

    @Provide
    Arbitrary<List<Command>> histories() {
        return commands().list().ofMinSize(1).ofMaxSize(12);
    }

    @Provide
    Arbitrary<String> names() {
        Arbitrary<String> any = Arbitraries.strings()
                .all()
                .ofMinLength(1)
                .ofMaxLength(20)
                .filter(text -> !text.isBlank() && isWhole(text));
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(ODD_TEXTS).filter(text -> !text.isBlank())),
                Tuple.of(1, any),
                Tuple.of(4, Arbitraries.of("a", "b")));
    }

    private Arbitrary<String> texts() {
        return Arbitraries.oneOf(names(), Arbitraries.of("", " ", "y".repeat(500)));
    }

    private Arbitrary<Command> commands() {
        Arbitrary<Command> registrations = Combinators.combine(
                        registrations(), Arbitraries.of(true, false), Arbitraries.longs())
                .as((registration, complete, time) -> new RegisterBroker(registration, null, complete, time));
        Arbitrary<Command> deletions = Combinators.combine(names(), names().injectNull(0.5))
                .as((topic, cluster) ->
                        new DeleteTopic(new TopicName(topic), cluster == null ? null : new ClusterName(cluster)));
        Arbitrary<Command> permissions = Combinators.combine(names(), Arbitraries.of(true, false), Arbitraries.longs())
                .as((name, writable, time) -> new ChangePermission(new BrokerName(name), writable, time));
        return Arbitraries.frequencyOf(Tuple.of(6, registrations), Tuple.of(1, deletions), Tuple.of(1, permissions));
    }

    private Arbitrary<Registration> registrations() {
        Arbitrary<BrokerIdentity> brokers = Combinators.combine(
                        names(),
                        names(),
                        Arbitraries.oneOf(
                                Arbitraries.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE), Arbitraries.longs()),
                        names())
                .as((cluster, name, id, address) -> new BrokerIdentity(
                        new ClusterName(cluster), new BrokerName(name), new BrokerId(id), new BrokerAddress(address)));
        return Combinators.combine(
                        brokers,
                        texts().injectNull(0.3),
                        Arbitraries.longs().greaterOrEqual(0),
                        Arbitraries.of(ActingMaster.class),
                        texts().injectNull(0.3),
                        tables())
                .as(Registration::new);
    }

    private Arbitrary<TopicTable> tables() {
        Arbitrary<DataVersion> versions = Combinators.combine(
                        Arbitraries.longs(), Arbitraries.longs(), Arbitraries.longs())
                .as(DataVersion::new);
        Arbitrary<FilterServers> filterServers = Arbitraries.oneOf(
                Arbitraries.just(FilterServers.UNSAID),
                texts().list().ofMaxSize(3).map(FilterServers::of));
        return Combinators.combine(
                        versions,
                        topics().list().uniqueElements(ReportedTopic::name).ofMaxSize(4),
                        filterServers)
                .as(TopicTable::new);
    }

    private Arbitrary<ReportedTopic> topics() {
        Arbitrary<TopicMapping> mappings = Combinators.combine(
                        names(),
                        names(),
                        texts().injectNull(0.3),
                        Arbitraries.integers(),
                        Arbitraries.longs(),
                        Arbitraries.of(true, false),
                        Arbitraries.maps(Arbitraries.integers(), Arbitraries.integers())
                                .ofMaxSize(4))
                .as((topic, broker, scope, total, epoch, dirty, queues) -> new TopicMapping(
                        new TopicName(topic),
                        new BrokerName(broker),
                        scope,
                        total,
                        epoch,
                        dirty,
                        new TreeMap<>(queues)));
        Arbitrary<TopicConfig> configs = Combinators.combine(
                        names(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        Arbitraries.integers())
                .as((topic, read, write, bits, flags) ->
                        new TopicConfig(new TopicName(topic), read, write, new Permission(bits), flags));
        return Combinators.combine(configs, mappings.injectNull(0.6)).as(ReportedTopic::new);
    }

    private static boolean isWhole(String text) {
        return text.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
