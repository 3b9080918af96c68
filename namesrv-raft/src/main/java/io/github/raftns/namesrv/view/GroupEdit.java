package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** One broker name while a batch of changes is laid over it, in whatever order the rows come. Owned by its {@link ViewEdit}. */
final class GroupEdit {
    private final BrokerName name;
    private final GroupView before;
    private final TreeMap<BrokerId, MemberRecord> members = new TreeMap<>();
    private GroupRecord row;
    private int topicCount;
    private int tombstoneCount;

    /** @param before null when the view has no such group */
    GroupEdit(BrokerName name, GroupView before) {
        this.name = before == null ? name : before.name();
        this.before = before;
        if (before != null) {
            row = before.row();
            members.putAll(before.members());
            topicCount = before.topicCount();
            tombstoneCount = before.tombstoneCount();
        }
    }

    /** The one instance of this name that all rows of the view share. */
    BrokerName name() {
        return name;
    }

    void putRow(GroupRecord changed) {
        row = changed;
    }

    void removeRow() {
        row = null;
    }

    void putMember(MemberRecord member) {
        members.put(member.key().id(), member);
    }

    void removeMember(BrokerId id) {
        members.remove(id);
    }

    void countTopics(int more) {
        topicCount += more;
    }

    void countTombstones(int more) {
        tombstoneCount += more;
    }

    GroupView before() {
        return before;
    }

    /**
     * The group after the batch, null when it is gone.
     *
     * @throws IllegalStateException when rows of the name are left without the row of the group: the changes are not those of
     *     a whole number of entries
     */
    GroupView freeze() {
        if (row == null) {
            if (!members.isEmpty() || topicCount != 0 || tombstoneCount != 0) {
                throw new IllegalStateException("broker name " + name + " has no group row but " + members.size()
                        + " members, " + topicCount + " topics, " + tombstoneCount + " tombstones");
            }
            return null;
        }
        SortedMap<BrokerId, MemberRecord> frozen = Collections.unmodifiableSortedMap(members);
        return new GroupView(row, frozen, topicCount, tombstoneCount, face());
    }

    private GroupFace face() {
        if (members.isEmpty()) {
            return null;
        }
        GroupFace fresh = GroupFace.of(row, members);
        return before != null && fresh.equals(before.face()) ? before.face() : fresh;
    }
}
