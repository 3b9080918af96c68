package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.Outcome;

/** How write permission of a broker name is wiped and given back (design D14). Called by {@link CommandApplier}; stateless. */
final class PermissionMasks {
    private PermissionMasks() {}

    /** Counts the name's topics, whether or not the mask was there already, as stock does. */
    static Outcome change(Entry entry, ChangePermission command) {
        GroupEdit group = entry.edit(command.broker());
        if (!group.exists()) {
            return entry.applied(0);
        }
        if (command.writable()) {
            group.clearMask();
        } else if (!group.isMasked()) {
            group.setMask(new GroupRecord.Mask(entry.index(), command.leaderTimeMillis()));
        }
        entry.close(group);
        return entry.applied(group.countTopics());
    }
}
