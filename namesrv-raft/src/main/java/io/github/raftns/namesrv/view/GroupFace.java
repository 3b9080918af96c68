package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.ClusterName;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that reply bodies show of a broker group, and no more: a group whose rows changed without changing its face keeps the
 * very same face, and every body that was encoded from it stays good. Most registrations change a data version or a revision
 * alone.
 *
 * @param group with at least one member
 * @param masked write permission is wiped
 * @param clusters those that its members registered for, and its own; sorted, unmodifiable
 * @param filterServers of the members that have some; sorted, unmodifiable
 */
record GroupFace(
        RouteGroup group,
        boolean masked,
        SortedSet<ClusterName> clusters,
        SortedMap<BrokerAddress, List<String>> filterServers) {

    /** @param members not empty; the one with the lowest id speaks for the group (decision 0002) */
    static GroupFace of(GroupRecord row, SortedMap<BrokerId, MemberRecord> members) {
        MemberRecord speaker = members.get(members.firstKey());
        SortedMap<BrokerId, BrokerAddress> addresses = new TreeMap<>();
        SortedSet<ClusterName> clusters = new TreeSet<>();
        SortedMap<BrokerAddress, List<String>> filterServers = new TreeMap<>();
        clusters.add(row.cluster());
        members.forEach((id, member) -> {
            addresses.put(id, member.address());
            clusters.add(member.cluster());
            if (!member.filterServers().addresses().isEmpty()) {
                filterServers.put(member.address(), member.filterServers().addresses());
            }
        });
        RouteGroup group = new RouteGroup(
                row.name(), row.cluster(), addresses, speaker.actingMaster() == ActingMaster.ENABLED, speaker.zone());
        return new GroupFace(
                group,
                row.mask() != null,
                Collections.unmodifiableSortedSet(clusters),
                Collections.unmodifiableSortedMap(filterServers));
    }

    /** Masked by an operator, or led by a slave that stands in for its master and takes no messages. */
    boolean clearsWrite() {
        return masked || (group.actingMaster() && !group.hasMaster());
    }

    /** Whether a client that stays in this zone is shown the group. One without a master is shown everywhere, as in stock. */
    boolean servesZone(String zone) {
        return !group.hasMaster() || zone.equalsIgnoreCase(group.zone());
    }
}
