package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import java.util.SortedMap;

/** One broker name with its members, as of one view. Immutable; any thread. */
public final class GroupView {
    private final GroupRecord row;
    private final SortedMap<BrokerId, MemberRecord> members;
    private final int topicCount;
    private final int tombstoneCount;
    private final GroupFace face;

    GroupView(
            GroupRecord row,
            SortedMap<BrokerId, MemberRecord> members,
            int topicCount,
            int tombstoneCount,
            GroupFace face) {
        this.row = row;
        this.members = members;
        this.topicCount = topicCount;
        this.tombstoneCount = tombstoneCount;
        this.face = face;
    }

    public BrokerName name() {
        return row.name();
    }

    public GroupRecord row() {
        return row;
    }

    /** Sorted by number, unmodifiable; empty when only tombstones or a mask are left of the name. */
    public SortedMap<BrokerId, MemberRecord> members() {
        return members;
    }

    /** The member that registered with this address, null when there is none. */
    public MemberRecord memberByAddress(BrokerAddress address) {
        for (MemberRecord member : members.values()) {
            if (member.address().equals(address)) {
                return member;
            }
        }
        return null;
    }

    /** Topics that this name has reported and that were not deleted since. */
    public int topicCount() {
        return topicCount;
    }

    public int tombstoneCount() {
        return tombstoneCount;
    }

    public boolean isMasked() {
        return row.mask() != null;
    }

    /** What its member with the lowest id says (decision 0002); false when it says nothing or there is no member. */
    public boolean actingMaster() {
        return face != null && face.group().actingMaster();
    }

    /** What its member with the lowest id says (decision 0002); null when it says nothing or there is no member. */
    public String zone() {
        return face == null ? null : face.group().zone();
    }

    /** Null when there is no member. */
    GroupFace face() {
        return face;
    }
}
