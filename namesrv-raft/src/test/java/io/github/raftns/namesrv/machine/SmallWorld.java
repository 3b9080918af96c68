package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
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
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A world so small that everything collides: few clusters, names, ids, addresses, topics, and versions that grow or lie. */
final class SmallWorld {
    private SmallWorld() {}

    static BrokerName name(String name) {
        return new BrokerName(name);
    }

    static BrokerKey key(String name, long id) {
        return new BrokerKey(name(name), new BrokerId(id));
    }

    static BrokerIdentity identity(String cluster, String name, long id, String address) {
        return new BrokerIdentity(new ClusterName(cluster), name(name), new BrokerId(id), new BrokerAddress(address));
    }

    static ReportedTopic topic(String name, int queues) {
        return new ReportedTopic(new TopicConfig(new TopicName(name), queues, queues, new Permission(6), 0), null);
    }

    static ReportedTopic mapped(String name, int queues) {
        TopicMapping mapping =
                new TopicMapping(new TopicName(name), name("a"), "__global__", queues, 1, false, new TreeMap<>());
        return new ReportedTopic(topic(name, queues).config(), mapping);
    }

    static DataVersion version(long counter) {
        return new DataVersion(0, 100, counter);
    }

    static Registration registration(BrokerIdentity broker, DataVersion version, ReportedTopic... topics) {
        return new Registration(
                broker,
                null,
                0,
                ActingMaster.DISABLED,
                null,
                new TopicTable(version, List.of(topics), FilterServers.UNSAID));
    }

    static RegisterBroker whole(Registration registration) {
        return new RegisterBroker(registration, null, true, 1_000);
    }

    /** What somebody tries; it becomes a command once the state is known that it meets. */
    interface Move {
        Command against(Node node);
    }

    static Arbitrary<Registration> registrations() {
        Arbitrary<BrokerIdentity> brokers = Combinators.combine(
                        Arbitraries.of("c0", "c0", "c0", "c1", "c2"),
                        Arbitraries.of("a", "a", "b", "a.b", "n\0"),
                        Arbitraries.of(0L, 0L, 1L, 2L),
                        Arbitraries.of("h0", "h1", "h2", "h3", "h4"))
                .as(SmallWorld::identity);
        Arbitrary<DataVersion> versions = Combinators.combine(
                        Arbitraries.of(0L, 0L, 0L, 1L, 2L),
                        Arbitraries.of(5L, 5L, 4L, 6L),
                        Arbitraries.longs().between(0, 4))
                .as(DataVersion::new);
        Arbitrary<ReportedTopic> topics = Combinators.combine(
                        Arbitraries.of("t0", "t1", "t2", "t3", "t4", "t"),
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.of(false, false, false, true))
                .as((topic, queues, static_) -> static_ ? mapped(topic, queues) : topic(topic, queues));
        Arbitrary<FilterServers> filters = Arbitraries.of(
                FilterServers.UNSAID,
                FilterServers.UNSAID,
                FilterServers.of(List.of()),
                FilterServers.of(List.of("f")));
        return Combinators.combine(
                        brokers,
                        Arbitraries.of("ha", null),
                        Arbitraries.of(0L, 10_000L),
                        Arbitraries.of(ActingMaster.class),
                        Arbitraries.of("z", null, null),
                        versions,
                        topics.list().ofMaxSize(4).uniqueElements(ReportedTopic::name),
                        filters)
                .as((broker, ha, timeout, acting, zone, version, table, servers) ->
                        new Registration(broker, ha, timeout, acting, zone, new TopicTable(version, table, servers)));
    }

    static Arbitrary<Move> moves() {
        Arbitrary<Move> register = Combinators.combine(
                        registrations(),
                        Arbitraries.of(true, true, true, false),
                        Arbitraries.of(Aim.class).injectNull(0.5),
                        Arbitraries.longs().between(1, 9))
                .as((registration, complete, aim, time) -> node -> new RegisterBroker(
                        registration,
                        aim == null ? null : base(node, registration.broker().key(), aim),
                        complete,
                        time));
        Arbitrary<Move> goodbye = Combinators.combine(registrations(), Arbitraries.of(Aim.class))
                .as((registration, aim) ->
                        node -> new UnregisterBroker(registration.broker(), epochAt(node, registration.broker(), aim)));
        Arbitrary<Move> expire = Combinators.combine(
                        registrations(), Arbitraries.of(Aim.class), Arbitraries.of(true, true, true, false))
                .as((registration, aim, rightTerm) -> node -> new ExpireBroker(
                        registration.broker().key(),
                        aim.at(node.member(registration.broker().key())
                                .map(MemberRecord::epoch)
                                .orElse(Epoch.NONE)),
                        rightTerm ? node.term() : new Term(node.term().number() + 1)));
        Arbitrary<Move> delete = Combinators.combine(
                        Arbitraries.of("t0", "t1", "t2", "t3", "t4", "t", "never"),
                        Arbitraries.of("c0", "c1", null, null))
                .as((topic, cluster) -> node ->
                        new DeleteTopic(new TopicName(topic), cluster == null ? null : new ClusterName(cluster)));
        Arbitrary<Move> permission = Combinators.combine(
                        Arbitraries.of("a", "b", "a.b", "n\0", "never"), Arbitraries.of(true, false))
                .as((name, writable) -> node -> new ChangePermission(name(name), writable, 7));
        Arbitrary<Move> mark = Arbitraries.just(node -> new MarkState());
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(10, register),
                net.jqwik.api.Tuple.of(2, goodbye),
                net.jqwik.api.Tuple.of(3, expire),
                net.jqwik.api.Tuple.of(3, delete),
                net.jqwik.api.Tuple.of(2, permission),
                net.jqwik.api.Tuple.of(1, mark));
    }

    static Arbitrary<List<Move>> games(int length) {
        return moves().list().ofMinSize(1).ofMaxSize(length).map(ArrayList::new);
    }

    private static Base base(Node node, BrokerKey key, Aim aim) {
        Base now = node.base(key);
        return new Base(
                now.epoch(),
                new LogIndex(aim.at(new Epoch(now.revision().value())).index()));
    }

    private static Epoch epochAt(Node node, BrokerIdentity broker, Aim aim) {
        return aim.at(node.members().stream()
                .filter(member -> member.key().name().equals(broker.name())
                        && member.address().equals(broker.address()))
                .findFirst()
                .map(MemberRecord::epoch)
                .orElse(Epoch.NONE));
    }

    /** Whether a verdict was reached about what is there, or about what was. */
    enum Aim {
        TRUE,
        OLD;

        Epoch at(Epoch now) {
            return this == TRUE || now.index() == 0 ? now : new Epoch(now.index() - 1);
        }
    }
}
