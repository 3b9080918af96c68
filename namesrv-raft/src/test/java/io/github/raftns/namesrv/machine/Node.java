package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.Reads;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A machine with its store and its log, one entry a batch; every entry is followed by a check of what must always hold. */
final class Node {
    private final KeyValueStore store;
    private final StateMachine machine;
    private final List<Logged> log = new ArrayList<>();
    private final ChangeModel model = new ChangeModel();
    private List<RouteChange> lastChanges = List.of();
    private Term term = new Term(1);

    Node(KeyValueStore store) {
        this.store = store;
        this.machine = new StateMachine(store);
        StateRows.forEach(store, model::accept);
    }

    record Logged(LogIndex index, Term term, Command command, Outcome outcome) {}

    Outcome append(Command command) {
        LogIndex index = new LogIndex(machine.applied().index().value() + 1);
        Batch batch = machine.begin();
        Outcome outcome = batch.apply(index, term, command);
        AppliedBatch applied = batch.commit();
        log.add(new Logged(index, term, command, outcome));
        lastChanges = applied.changes();
        lastChanges.forEach(model::accept);
        Invariants.check(this, applied, outcome);
        return outcome;
    }

    void nextTerm() {
        term = new Term(term.number() + 1);
    }

    Term term() {
        return term;
    }

    LogIndex index() {
        return machine.applied().index();
    }

    StateMachine machine() {
        return machine;
    }

    KeyValueStore store() {
        return store;
    }

    List<Logged> log() {
        return log;
    }

    ChangeModel model() {
        return model;
    }

    List<RouteChange> lastChanges() {
        return lastChanges;
    }

    /** Whether a tombstone covers a topic of the report. */
    boolean ignoresSomeOf(Registration registration) {
        BrokerIdentity broker = registration.broker();
        return registration.table().topics().stream()
                .map(topic -> tombstone(broker.name(), topic.name()))
                .flatMap(Optional::stream)
                .anyMatch(tombstone ->
                        tombstone.covers(broker.id(), registration.table().version()));
    }

    /** Whether there is a group without members. */
    boolean leavesSomethingBehind() {
        boolean[] found = {false};
        store.scan(RowKeys.table(Table.GROUP), (key, value) -> {
            BrokerName name = RowKeys.groupName(key);
            found[0] |=
                    members().stream().noneMatch(member -> member.key().name().equals(name));
            return true;
        });
        return found[0];
    }

    Optional<GroupRecord> group(BrokerName name) {
        return Optional.ofNullable(store.get(RowKeys.group(name)))
                .map(value -> RowValues.group(RowKeys.group(name), value));
    }

    Optional<MemberRecord> member(BrokerKey key) {
        return Optional.ofNullable(store.get(RowKeys.member(key)))
                .map(value -> RowValues.member(RowKeys.member(key), value));
    }

    Optional<ReportedTopic> topic(BrokerName broker, TopicName topic) {
        return Optional.ofNullable(store.get(RowKeys.topic(broker, topic)))
                .map(value -> RowValues.topic(RowKeys.topic(broker, topic), value));
    }

    Optional<Tombstone> tombstone(BrokerName broker, TopicName topic) {
        return Optional.ofNullable(store.get(RowKeys.tombstone(broker, topic)))
                .map(value -> RowValues.tombstone(RowKeys.tombstone(broker, topic), value));
    }

    List<MemberRecord> members() {
        List<MemberRecord> members = new ArrayList<>();
        store.scan(RowKeys.table(Table.MEMBER), (key, value) -> members.add(RowValues.member(key, value)));
        return members;
    }

    Base base(BrokerKey key) {
        return new Base(
                member(key).map(MemberRecord::epoch).orElse(Epoch.NONE),
                group(key.name()).map(GroupRecord::revision).orElse(LogIndex.NONE));
    }

    /** All bytes of the state. */
    SortedMap<String, String> bytes() {
        return bytes(store);
    }

    /** All bytes but the applied point. */
    SortedMap<String, String> rows() {
        SortedMap<String, String> rows = bytes(store);
        assertThat(rows.remove("61")).as("applied point").isNotNull();
        return rows;
    }

    static SortedMap<String, String> bytes(Reads reads) {
        SortedMap<String, String> rows = new TreeMap<>();
        HexFormat hex = HexFormat.of();
        reads.scan(new byte[0], (key, value) -> {
            rows.put(hex.formatHex(key), hex.formatHex(value));
            return true;
        });
        return rows;
    }
}
