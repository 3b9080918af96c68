package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.TopicTable;
import java.util.Optional;

/**
 * How members come and go. Stores what they report as they report it; whatever follows from it for routes (masks, acting
 * masters, smallest ids) is the view's. Called by {@link CommandApplier}; stateless.
 */
final class BrokerRegistry {
    private BrokerRegistry() {}

    static Outcome register(Entry entry, RegisterBroker command) {
        Registration registration = command.registration();
        BrokerIdentity broker = registration.broker();
        GroupEdit group = entry.edit(broker.name());
        Optional<MemberRecord> holder = group.member(broker.id());

        Base found = new Base(holder.map(MemberRecord::epoch).orElse(Epoch.NONE), group.revision());
        if (command.base() != null && !command.base().equals(found)) {
            return Entry.refused(
                    Refusal.BASE_MOVED,
                    broker.key() + ": judged at epoch " + command.base().epoch() + " and revision "
                            + command.base().revision() + ", now at epoch " + found.epoch() + " and revision "
                            + found.revision());
        }
        if (holder.isPresent() && outranks(holder.get(), registration)) {
            MemberRecord inOffice = holder.get();
            return Entry.refused(
                    Refusal.NEWER_STATE_VERSION,
                    broker.key() + " is held by " + inOffice.address() + " with state version "
                            + inOffice.dataVersion().stateVersion() + ", " + broker.address() + " reports "
                            + registration.table().version().stateVersion());
        }

        if (group.members().isEmpty()) {
            group.setCluster(broker.cluster()); // of what an expired group left, only mask and tombstones stay
        }
        group.memberAt(broker.address())
                .filter(former -> !former.key().equals(broker.key()))
                .ifPresent(former -> group.removeMember(former.key().id()));
        group.put(record(entry, command, holder));
        TopicReports.store(group, registration);
        entry.close(group);
        return entry.applied(0);
    }

    static Outcome unregister(Entry entry, UnregisterBroker command) {
        GroupEdit group = entry.edit(command.broker().name());
        Optional<MemberRecord> leaving = group.memberAt(command.broker().address());
        if (leaving.isEmpty()) {
            return Entry.refused(
                    Refusal.UNKNOWN_BROKER,
                    "no member of " + command.broker().name() + " is at "
                            + command.broker().address());
        }
        if (!leaving.get().epoch().equals(command.epoch())) {
            return stale(leaving.get(), command.epoch());
        }
        leave(group, leaving.get());
        if (group.members().isEmpty()) {
            group.removeAllTombstones();
            group.clearMask();
        }
        entry.close(group);
        return entry.applied(0);
    }

    static Outcome expire(Entry entry, ExpireBroker command) {
        if (!command.term().equals(entry.term())) {
            return Entry.refused(
                    Refusal.WRONG_TERM,
                    command.broker() + ": judged in term " + command.term() + ", logged in term " + entry.term());
        }
        GroupEdit group = entry.edit(command.broker().name());
        Optional<MemberRecord> leaving = group.member(command.broker().id());
        if (leaving.isEmpty()) {
            return Entry.refused(Refusal.UNKNOWN_BROKER, "there is no " + command.broker());
        }
        if (!leaving.get().epoch().equals(command.epoch())) {
            return stale(leaving.get(), command.epoch());
        }
        leave(group, leaving.get());
        entry.close(group);
        return entry.applied(0);
    }

    /** The id's holder sits at another address and was made master later than the one that wants the id. */
    private static boolean outranks(MemberRecord holder, Registration registration) {
        return !holder.address().equals(registration.broker().address())
                && holder.dataVersion().stateVersion()
                        > registration.table().version().stateVersion();
    }

    /** Queue data belongs to the broker name: it goes with the last member. */
    private static void leave(GroupEdit group, MemberRecord member) {
        group.removeMember(member.key().id());
        if (group.members().isEmpty()) {
            group.removeAllTopics();
        }
    }

    private static Outcome stale(MemberRecord member, Epoch judged) {
        return Entry.refused(
                Refusal.STALE_EPOCH,
                member.key() + " at " + member.address() + " is registered at epoch " + member.epoch()
                        + ", meant was epoch " + judged);
    }

    private static MemberRecord record(Entry entry, RegisterBroker command, Optional<MemberRecord> holder) {
        Registration registration = command.registration();
        BrokerIdentity broker = registration.broker();
        TopicTable table = registration.table();
        Optional<MemberRecord> renewed = holder.filter(member ->
                member.address().equals(broker.address()) && member.cluster().equals(broker.cluster()));
        DataVersion storedVersion = renewed.map(MemberRecord::dataVersion).orElse(DataVersion.INITIAL);
        FilterServers storedServers = renewed.map(MemberRecord::filterServers).orElse(FilterServers.UNSAID);
        return new MemberRecord(
                broker.key(),
                broker.cluster(),
                broker.address(),
                renewed.map(MemberRecord::epoch).orElse(new Epoch(entry.index().value())),
                command.complete() ? table.version() : storedVersion,
                registration.haServerAddress(),
                registration.heartbeatTimeoutMillis(),
                registration.actingMaster(),
                registration.zone(),
                table.filterServers().said() ? table.filterServers() : storedServers,
                renewed.map(MemberRecord::registeredAtMillis).orElse(command.leaderTimeMillis()));
    }
}
