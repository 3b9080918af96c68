package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The difference in its simplest form: the topics whose row or tombstone would change, computed from the rows themselves. */
final class ReferenceDiffer implements RegistrationDiffer {
    @Override
    public Optional<RegisterBroker> difference(
            List<RouteChange> rows, Registration registration, long leaderTimeMillis) {
        BrokerIdentity broker = registration.broker();
        NameRows state = new NameRows(broker.name(), rows);
        MemberRecord holder = state.members.get(broker.id());

        List<ReportedTopic> topics = new ArrayList<>();
        if (publishes(state, registration)) {
            for (ReportedTopic topic : registration.table().topics()) {
                Tombstone tombstone = state.tombstones.get(topic.name());
                boolean differs = tombstone == null
                        ? !topic.equals(state.topics.get(topic.name()))
                        : !tombstone.covers(broker.id(), registration.table().version());
                if (differs) {
                    topics.add(topic);
                }
            }
        }
        if (topics.isEmpty() && says(holder, registration)) {
            return Optional.empty();
        }
        Base base = new Base(
                holder == null ? Epoch.NONE : holder.epoch(),
                state.group == null ? LogIndex.NONE : state.group.revision());
        TopicTable table = new TopicTable(
                registration.table().version(), topics, registration.table().filterServers());
        return Optional.of(new RegisterBroker(registration.withTable(table), base, true, leaderTimeMillis));
    }

    private static boolean publishes(NameRows state, Registration registration) {
        BrokerIdentity broker = registration.broker();
        return broker.id().isMaster()
                || (registration.actingMaster() != ActingMaster.UNSAID
                        && state.members.values().stream()
                                .filter(member -> !member.address().equals(broker.address()))
                                .allMatch(member -> member.key().id().compareTo(broker.id()) >= 0));
    }

    /** Whether the record already says all of it; then no other member is at the address either. */
    private static boolean says(MemberRecord holder, Registration registration) {
        TopicTable table = registration.table();
        return holder != null
                && holder.address().equals(registration.broker().address())
                && holder.cluster().equals(registration.broker().cluster())
                && holder.dataVersion().equals(table.version())
                && java.util.Objects.equals(holder.haServerAddress(), registration.haServerAddress())
                && holder.heartbeatTimeoutMillis() == registration.heartbeatTimeoutMillis()
                && holder.actingMaster() == registration.actingMaster()
                && java.util.Objects.equals(holder.zone(), registration.zone())
                && (!table.filterServers().said() || holder.filterServers().equals(table.filterServers()));
    }

    /** The rows of one broker name. */
    private static final class NameRows implements RouteChange.Visitor {
        private final BrokerName name;
        private final Map<BrokerId, MemberRecord> members = new TreeMap<>();
        private final Map<TopicName, ReportedTopic> topics = new TreeMap<>();
        private final Map<TopicName, Tombstone> tombstones = new TreeMap<>();
        private GroupRecord group;

        NameRows(BrokerName name, List<RouteChange> rows) {
            this.name = name;
            for (RouteChange row : rows) {
                row.accept(this);
            }
        }

        @Override
        public void on(RouteChange.GroupPut change) {
            if (change.group().name().equals(name)) {
                group = change.group();
            }
        }

        @Override
        public void on(RouteChange.MemberPut change) {
            if (change.member().key().name().equals(name)) {
                members.put(change.member().key().id(), change.member());
            }
        }

        @Override
        public void on(RouteChange.TopicPut change) {
            if (change.broker().equals(name)) {
                topics.put(change.topic().name(), change.topic());
            }
        }

        @Override
        public void on(RouteChange.TombstonePut change) {
            if (change.tombstone().broker().equals(name)) {
                tombstones.put(change.tombstone().topic(), change.tombstone());
            }
        }

        @Override
        public void on(RouteChange.GroupRemoved change) {
            throw new AssertionError("a state has no " + change);
        }

        @Override
        public void on(RouteChange.MemberRemoved change) {
            throw new AssertionError("a state has no " + change);
        }

        @Override
        public void on(RouteChange.TopicRemoved change) {
            throw new AssertionError("a state has no " + change);
        }

        @Override
        public void on(RouteChange.TombstoneRemoved change) {
            throw new AssertionError("a state has no " + change);
        }
    }
}
