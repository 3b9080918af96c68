package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What must hold after every entry, whatever it was. */
final class Invariants {
    private Invariants() {}

    static void check(Node node, AppliedBatch batch, Outcome outcome) {
        digestIsThatOfTheRows(node, batch);
        changesMakeTheRows(node);
        refusalsChangeNothing(batch, outcome);
        revisionNamesTheLastChange(node, batch);
        rowsFitTogether(node);
    }

    private static void digestIsThatOfTheRows(Node node, AppliedBatch batch) {
        AppliedPoint stored = StateRows.appliedPoint(node.store());
        assertThat(stored).isEqualTo(node.machine().applied()).isEqualTo(batch.applied());
        assertThat(stored.digest()).isEqualTo(StateRows.recount(node.store()));
        assertThat(batch.digests().get(stored.index())).isEqualTo(stored.digest());
        StateDigest ofModel = StateDigest.EMPTY;
        for (RouteChange put : node.model().puts()) {
            ofModel = ofModel.plus(StateRows.digestOf(put));
        }
        assertThat(ofModel).as("digest of the view").isEqualTo(stored.digest());
    }

    private static void changesMakeTheRows(Node node) {
        SortedMap<String, RouteChange> rows = new TreeMap<>();
        StateRows.forEach(node.store(), put -> rows.put(StateRows.keyText(put), put));
        assertThat(node.model().rows()).isEqualTo(rows);
    }

    private static void refusalsChangeNothing(AppliedBatch batch, Outcome outcome) {
        if (!outcome.holds()) {
            assertThat(batch.changes()).isEmpty();
        }
    }

    private static void revisionNamesTheLastChange(Node node, AppliedBatch batch) {
        Set<BrokerName> touched = new HashSet<>();
        batch.changes().forEach(change -> touched.add(nameOf(change)));
        for (BrokerName name : touched) {
            List<RouteChange> ofName = batch.changes().stream()
                    .filter(change -> nameOf(change).equals(name))
                    .toList();
            if (node.group(name).isPresent()) {
                assertThat(node.group(name).orElseThrow().revision()).isEqualTo(node.index());
                assertThat(ofName.get(0)).isInstanceOf(RouteChange.GroupPut.class);
            } else {
                assertThat(ofName.get(ofName.size() - 1)).isInstanceOf(RouteChange.GroupRemoved.class);
            }
        }
        for (RouteChange put : node.model().puts()) {
            if (put instanceof RouteChange.GroupPut group
                    && !touched.contains(group.group().name())) {
                assertThat(group.group().revision()).isLessThan(node.index());
            }
        }
    }

    private static void rowsFitTogether(Node node) {
        Map<BrokerName, GroupRecord> groups = new HashMap<>();
        Set<BrokerName> withMembers = new HashSet<>();
        Set<BrokerName> withTombstones = new HashSet<>();
        Map<BrokerName, Set<BrokerAddress>> addresses = new HashMap<>();
        Set<String> topics = new HashSet<>();
        for (RouteChange put : node.model().puts()) {
            if (put instanceof RouteChange.GroupPut group) {
                groups.put(group.group().name(), group.group());
            } else if (put instanceof RouteChange.MemberPut member) {
                MemberRecord record = member.member();
                withMembers.add(record.key().name());
                assertThat(addresses
                                .computeIfAbsent(record.key().name(), any -> new HashSet<>())
                                .add(record.address()))
                        .as(
                                "address %s only once in %s",
                                record.address(), record.key().name())
                        .isTrue();
                assertThat(record.epoch().index())
                        .isLessThanOrEqualTo(node.index().value());
            } else if (put instanceof RouteChange.TopicPut topic) {
                topics.add(topic.broker() + "/" + topic.topic().name());
                assertThat(withMembers).as("%s has topics", topic.broker()).contains(topic.broker());
            } else if (put instanceof RouteChange.TombstonePut tombstone) {
                withTombstones.add(tombstone.tombstone().broker());
                assertThat(topics)
                        .doesNotContain(tombstone.tombstone().broker() + "/"
                                + tombstone.tombstone().topic());
            }
        }
        assertThat(groups.keySet()).containsAll(withMembers).containsAll(withTombstones);
        groups.forEach((name, group) -> assertThat(
                        withMembers.contains(name) || withTombstones.contains(name) || group.mask() != null)
                .as("%s has a reason to be", name)
                .isTrue());
    }

    static BrokerName nameOf(RouteChange change) {
        Name name = new Name();
        change.accept(name);
        return name.found;
    }

    private static final class Name implements RouteChange.Visitor {
        private BrokerName found;

        @Override
        public void on(RouteChange.GroupPut change) {
            found = change.group().name();
        }

        @Override
        public void on(RouteChange.GroupRemoved change) {
            found = change.name();
        }

        @Override
        public void on(RouteChange.MemberPut change) {
            found = change.member().key().name();
        }

        @Override
        public void on(RouteChange.MemberRemoved change) {
            found = change.key().name();
        }

        @Override
        public void on(RouteChange.TopicPut change) {
            found = change.broker();
        }

        @Override
        public void on(RouteChange.TopicRemoved change) {
            found = change.broker();
        }

        @Override
        public void on(RouteChange.TombstonePut change) {
            found = change.tombstone().broker();
        }

        @Override
        public void on(RouteChange.TombstoneRemoved change) {
            found = change.broker();
        }
    }
}
