package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.namesrv.view.GroupView;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a registration would change in the state that a view shows: the twin of what the machine does with a whole table. Both
 * readings must agree (a test compares them): what is no difference here, the machine would not write.
 *
 * <pre>
 * in the view                                            in the registration            difference
 * ----------------------------------------------------   ----------------------------   --------------------------
 * no member of this id, or another address or cluster    anything                       new record
 * the address under another id of the name               anything                       that member goes
 * record                                                 ha address, timeout, acting    record
 *                                                        master, zone or data version
 *                                                        differ; filter servers were
 *                                                        said and differ
 * topic absent or other, or under a tombstone that       topic, and the member          the topic
 * does not cover this report                             publishes
 * topic under a tombstone that covers this report        topic                          none
 * topic                                                  not there                      none: a table may be partial
 * the id held by another address with a later state      anything                       refused, not worth logging
 * version
 * </pre>
 *
 * @param base what it was computed from
 * @param record whether the member's record changes, or a member of the same address goes
 * @param topics added or changed, sorted by name, unmodifiable
 * @param refusal present when the machine would refuse it in this state
 */
record RegistrationDifference(
        Base base, boolean record, List<ReportedTopic> topics, Optional<Outcome.Refused> refusal) {
    RegistrationDifference {
        topics = Collections.unmodifiableList(topics);
    }

    static RegistrationDifference between(RouteView view, Registration registration) {
        BrokerIdentity broker = registration.broker();
        GroupView group = view.group(broker.name());
        MemberRecord holder = view.member(broker.key());
        Base base = new Base(holder == null ? Epoch.NONE : holder.epoch(), revision(group));
        if (holder != null && outranks(holder, registration)) {
            return new RegistrationDifference(base, true, List.of(), Optional.of(refused(holder, registration)));
        }
        MemberRecord former = former(group, broker);
        boolean sameRecord = holder != null && holder.equals(renewed(holder, registration));
        List<ReportedTopic> topics = publishes(group, registration, former)
                ? topics(view, registration, group != null && group.tombstoneCount() > 0)
                : List.of();
        return new RegistrationDifference(base, !sameRecord || former != null, topics, Optional.empty());
    }

    /** Revision of the group as this view shows it, {@link LogIndex#NONE} without one. */
    static LogIndex revision(RouteView view, BrokerName name) {
        return revision(view.group(name));
    }

    /** The registration adds nothing: it is a renewal. */
    boolean isNone() {
        return !record && topics.isEmpty();
    }

    private static boolean outranks(MemberRecord holder, Registration registration) {
        return !holder.address().equals(registration.broker().address())
                && holder.dataVersion().stateVersion()
                        > registration.table().version().stateVersion();
    }

    private static Outcome.Refused refused(MemberRecord holder, Registration registration) {
        return new Outcome.Refused(
                Refusal.NEWER_STATE_VERSION,
                holder.key() + " is held by " + holder.address() + " with state version "
                        + holder.dataVersion().stateVersion() + ", "
                        + registration.broker().address() + " reports "
                        + registration.table().version().stateVersion());
    }

    /** The record as the registration would leave it, were it for the same registration. */
    private static MemberRecord renewed(MemberRecord holder, Registration registration) {
        FilterServers said = registration.table().filterServers();
        return new MemberRecord(
                registration.broker().key(),
                registration.broker().cluster(),
                registration.broker().address(),
                holder.epoch(),
                registration.table().version(),
                registration.haServerAddress(),
                registration.heartbeatTimeoutMillis(),
                registration.actingMaster(),
                registration.zone(),
                said.said() ? said : holder.filterServers(),
                holder.registeredAtMillis());
    }

    private static LogIndex revision(GroupView group) {
        return group == null ? LogIndex.NONE : group.row().revision();
    }

    /** Who holds the address under another id, or null. */
    private static MemberRecord former(GroupView group, BrokerIdentity broker) {
        MemberRecord atAddress = group == null ? null : group.memberByAddress(broker.address());
        return atAddress == null || atAddress.key().equals(broker.key()) ? null : atAddress;
    }

    /** The master; or, unless it is older than acting masters, the slave with the smallest id once it is in. */
    private static boolean publishes(GroupView group, Registration registration, MemberRecord former) {
        BrokerId id = registration.broker().id();
        if (id.isMaster()) {
            return true;
        }
        if (registration.actingMaster() == ActingMaster.UNSAID) {
            return false;
        }
        return group == null
                || group.members().values().stream()
                        .filter(member -> !member.equals(former))
                        .noneMatch(member -> member.key().id().compareTo(id) < 0);
    }

    private static List<ReportedTopic> topics(RouteView view, Registration registration, boolean tombstones) {
        BrokerName name = registration.broker().name();
        BrokerId id = registration.broker().id();
        TopicTable table = registration.table();
        List<ReportedTopic> different = new ArrayList<>();
        for (ReportedTopic topic : table.topics()) {
            Tombstone tombstone = tombstones ? view.tombstone(name, topic.name()) : null;
            boolean differs = tombstone == null
                    ? !topic.equals(view.topic(name, topic.name()))
                    : !tombstone.covers(id, table.version());
            if (differs) {
                different.add(topic);
            }
        }
        return different;
    }
}
