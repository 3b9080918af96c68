package io.github.raftns.namesrv.command;

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
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Every value the vocabulary can hold, odd names and extreme numbers included. */
public final class Vocabulary {
    private Vocabulary() {}

    /** Names with zero bytes, bytes that look like escapes, umlauts and pairs of surrogates. */
    public static Arbitrary<String> names() {
        return Arbitraries.of("a", "b", "\0", "\u0001", "\u00ff", "\ud83d\ude00", "\uffff", "ü", "/", "%", "x")
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(parts -> String.join("", parts))
                .filter(name -> !name.isBlank());
    }

    static Arbitrary<Long> numbers() {
        return Arbitraries.longs();
    }

    static Arbitrary<Long> counts() {
        return Arbitraries.longs().greaterOrEqual(0);
    }

    public static Arbitrary<DataVersion> versions() {
        return Combinators.combine(numbers(), numbers(), numbers()).as(DataVersion::new);
    }

    public static Arbitrary<FilterServers> filterServers() {
        return names().list()
                .ofMaxSize(3)
                .map(FilterServers::of)
                .injectNull(0.3)
                .map(servers -> servers == null ? FilterServers.UNSAID : servers);
    }

    static Arbitrary<BrokerIdentity> identities() {
        return Combinators.combine(names(), names(), numbers(), names())
                .as((cluster, name, id, address) -> new BrokerIdentity(
                        new ClusterName(cluster), new BrokerName(name), new BrokerId(id), new BrokerAddress(address)));
    }

    static Arbitrary<TopicMapping> mappings() {
        return Combinators.combine(
                        names(),
                        names(),
                        names().injectNull(0.3),
                        Arbitraries.integers(),
                        numbers(),
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
                        new java.util.TreeMap<>(queues)));
    }

    public static Arbitrary<ReportedTopic> topics() {
        return Combinators.combine(
                        names(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        Arbitraries.integers(),
                        mappings().injectNull(0.7))
                .as((name, read, write, permission, flags, mapping) -> new ReportedTopic(
                        new TopicConfig(new TopicName(name), read, write, new Permission(permission), flags), mapping));
    }

    static Arbitrary<Registration> registrations() {
        Arbitrary<List<ReportedTopic>> distinct = topics().list().ofMaxSize(5).uniqueElements(ReportedTopic::name);
        return Combinators.combine(
                        identities(),
                        names().injectNull(0.3),
                        counts(),
                        Arbitraries.of(ActingMaster.class),
                        names().injectNull(0.3),
                        versions(),
                        distinct,
                        filterServers())
                .as((broker, ha, timeout, acting, zone, version, topics, servers) ->
                        new Registration(broker, ha, timeout, acting, zone, new TopicTable(version, topics, servers)));
    }

    public static Arbitrary<Command> commands() {
        Arbitrary<Base> bases = Combinators.combine(counts(), counts())
                .as((epoch, revision) -> new Base(new Epoch(epoch), new LogIndex(revision)));
        Arbitrary<Command> register = Combinators.combine(
                        registrations(), bases.injectNull(0.4), Arbitraries.of(true, false), numbers())
                .as(RegisterBroker::new);
        Arbitrary<Command> unregister = Combinators.combine(identities(), counts())
                .as((broker, epoch) -> new UnregisterBroker(broker, new Epoch(epoch)));
        Arbitrary<Command> expire = Combinators.combine(names(), numbers(), counts(), counts())
                .as((name, id, epoch, term) -> new ExpireBroker(
                        new BrokerKey(new BrokerName(name), new BrokerId(id)), new Epoch(epoch), new Term(term)));
        Arbitrary<Command> delete = Combinators.combine(names(), names().injectNull(0.5))
                .as((topic, cluster) ->
                        new DeleteTopic(new TopicName(topic), cluster == null ? null : new ClusterName(cluster)));
        Arbitrary<Command> permission = Combinators.combine(names(), Arbitraries.of(true, false), numbers())
                .as((broker, writable, time) -> new ChangePermission(new BrokerName(broker), writable, time));
        return Arbitraries.oneOf(
                register, unregister, expire, delete, permission, Arbitraries.just((Command) new MarkState()));
    }

    static Arbitrary<Intent> intents() {
        Arbitrary<Intent> register = registrations().map(Intent.Register::new);
        Arbitrary<Intent> direct = commands().map(Intent.Direct::new);
        return Arbitraries.oneOf(register, direct);
    }

    static Arbitrary<Outcome> outcomes() {
        Arbitrary<Outcome> applied = Combinators.combine(counts(), numbers())
                .as((index, count) -> new Outcome.Applied(new LogIndex(index), count));
        Arbitrary<Outcome> unchanged = counts().map(index -> new Outcome.Unchanged(new LogIndex(index)));
        Arbitrary<Outcome> refused =
                Combinators.combine(Arbitraries.of(Refusal.class), texts()).as(Outcome.Refused::new);
        Arbitrary<Outcome> notLeader = texts().map(Outcome.NotLeader::new);
        Arbitrary<Outcome> overloaded = texts().map(Outcome.Overloaded::new);
        Arbitrary<Outcome> unknown = texts().map(Outcome.Unknown::new);
        return Arbitraries.oneOf(applied, unchanged, refused, notLeader, overloaded, unknown);
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.oneOf(Arbitraries.just(""), names());
    }
}
