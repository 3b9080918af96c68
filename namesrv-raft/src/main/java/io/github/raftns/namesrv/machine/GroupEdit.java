package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.store.Reads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that one entry does to the rows of one broker name. It keeps three promises, whatever the command:
 *
 * <ul>
 *   <li>the group's revision is this entry's index exactly when a row of the name changed;
 *   <li>the group's row exists exactly as long as there is a member, a mask or a tombstone;
 *   <li>a write that leaves a row as it is, is none.
 * </ul>
 *
 * <p>Owned by the apply thread for the length of one command; nothing is reported before {@link #close}.
 */
final class GroupEdit {
    private final RowOverlay rows;
    private final BrokerName name;
    private final GroupRecord before; // null when there was no row
    private final SortedMap<BrokerId, MemberRecord> members;
    private final List<RouteChange> changes = new ArrayList<>();
    private ClusterName cluster;
    private GroupRecord.Mask mask;

    GroupEdit(RowOverlay rows, BrokerName name) {
        this.rows = rows;
        this.name = name;
        this.before = readGroup(rows, name);
        this.members = readMembers(rows, name);
        this.cluster = before == null ? null : before.cluster();
        this.mask = before == null ? null : before.mask();
    }

    boolean exists() {
        return before != null;
    }

    /** Of the row as the entry found it; {@link LogIndex#NONE} without one. */
    LogIndex revision() {
        return before == null ? LogIndex.NONE : before.revision();
    }

    boolean isMasked() {
        return mask != null;
    }

    /** By id, as edited so far; not to be changed. */
    SortedMap<BrokerId, MemberRecord> members() {
        return Collections.unmodifiableSortedMap(members);
    }

    Optional<MemberRecord> member(BrokerId id) {
        return Optional.ofNullable(members.get(id));
    }

    Optional<MemberRecord> memberAt(BrokerAddress address) {
        return members.values().stream()
                .filter(member -> member.address().equals(address))
                .findFirst();
    }

    /** Whether the name is part of a cluster: by its own record or by that of a member. */
    boolean isOf(ClusterName asked) {
        return asked.equals(cluster) || members.values().stream().anyMatch(member -> asked.equals(member.cluster()));
    }

    boolean hasTopic(TopicName topic) {
        return rows.get(RowKeys.topic(name, topic)) != null;
    }

    long countTopics() {
        long[] count = {0};
        rows.scan(RowKeys.rowsOf(Table.TOPIC, name), (key, value) -> {
            count[0]++;
            return true;
        });
        return count[0];
    }

    boolean hasTombstones() {
        return rows.any(RowKeys.rowsOf(Table.TOMBSTONE, name));
    }

    Optional<Tombstone> tombstone(TopicName topic) {
        byte[] key = RowKeys.tombstone(name, topic);
        return Optional.ofNullable(rows.get(key)).map(value -> RowValues.tombstone(key, value));
    }

    void put(MemberRecord member) {
        write(new RouteChange.MemberPut(member));
        members.put(member.key().id(), member);
    }

    void removeMember(BrokerId id) {
        write(new RouteChange.MemberRemoved(new BrokerKey(name, id)));
        members.remove(id);
    }

    void put(ReportedTopic topic) {
        write(new RouteChange.TopicPut(name, topic));
    }

    void removeTopic(TopicName topic) {
        write(new RouteChange.TopicRemoved(name, topic));
    }

    void removeAllTopics() {
        for (TopicName topic : names(Table.TOPIC)) {
            removeTopic(topic);
        }
    }

    void put(Tombstone tombstone) {
        write(new RouteChange.TombstonePut(tombstone));
    }

    void removeTombstone(TopicName topic) {
        write(new RouteChange.TombstoneRemoved(name, topic));
    }

    void removeAllTombstones() {
        for (TopicName topic : names(Table.TOMBSTONE)) {
            removeTombstone(topic);
        }
    }

    void setCluster(ClusterName newCluster) {
        cluster = newCluster;
    }

    void setMask(GroupRecord.Mask newMask) {
        mask = newMask;
    }

    void clearMask() {
        mask = null;
    }

    /** Writes the group's row and hands the entry's changes of this name over. */
    void close(LogIndex index, List<RouteChange> target) {
        if (!members.isEmpty() || mask != null || hasTombstones()) {
            if (!changes.isEmpty() || !isAsBefore()) {
                RouteChange put = new RouteChange.GroupPut(new GroupRecord(name, cluster, index, mask));
                apply(put);
                target.add(put);
            }
            target.addAll(changes);
        } else {
            target.addAll(changes);
            RouteChange removed = new RouteChange.GroupRemoved(name);
            if (apply(removed)) {
                target.add(removed);
            }
        }
    }

    private boolean isAsBefore() {
        return before != null && before.equals(new GroupRecord(name, cluster, before.revision(), mask));
    }

    private void write(RouteChange change) {
        if (apply(change)) {
            changes.add(change);
        }
    }

    private boolean apply(RouteChange change) {
        RowChange.Row row = RowChange.row(change);
        return row.value() == null ? rows.remove(row.key()) : rows.put(row.key(), row.value());
    }

    private List<TopicName> names(Table table) {
        List<TopicName> names = new ArrayList<>();
        rows.scan(RowKeys.rowsOf(table, name), (key, value) -> {
            names.add(RowKeys.brokerTopic(key).topic());
            return true;
        });
        return names;
    }

    private static GroupRecord readGroup(Reads rows, BrokerName name) {
        byte[] key = RowKeys.group(name);
        byte[] value = rows.get(key);
        return value == null ? null : RowValues.group(key, value);
    }

    private static SortedMap<BrokerId, MemberRecord> readMembers(Reads rows, BrokerName name) {
        SortedMap<BrokerId, MemberRecord> members = new TreeMap<>();
        rows.scan(RowKeys.rowsOf(Table.MEMBER, name), (key, value) -> {
            MemberRecord member = RowValues.member(key, value);
            members.put(member.key().id(), member);
            return true;
        });
        return members;
    }
}
