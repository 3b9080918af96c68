package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import java.util.Optional;

/** Whose topics are stored, and which. Nothing is concluded from a topic's absence. Called by {@link BrokerRegistry}; stateless. */
final class TopicReports {
    private TopicReports() {}

    /** Stores the topics of a member that has just been put into its group. */
    static void store(GroupEdit group, Registration registration) {
        BrokerId member = registration.broker().id();
        if (!publishes(group, member, registration.actingMaster())) {
            return;
        }
        boolean tombstones = group.hasTombstones(); // spares a read a topic in the usual case
        for (ReportedTopic topic : registration.table().topics()) {
            Optional<Tombstone> tombstone = tombstones ? group.tombstone(topic.name()) : Optional.empty();
            if (tombstone.isPresent()) {
                if (tombstone.get().covers(member, registration.table().version())) {
                    continue;
                }
                group.removeTombstone(topic.name());
            }
            group.put(topic);
        }
    }

    /** The master; or, unless it is older than acting masters, the slave with the smallest id of a group without one. */
    private static boolean publishes(GroupEdit group, BrokerId member, ActingMaster actingMaster) {
        return member.isMaster()
                || (actingMaster != ActingMaster.UNSAID
                        && member.equals(group.members().firstKey()));
    }
}
