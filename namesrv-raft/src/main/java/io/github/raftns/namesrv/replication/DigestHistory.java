package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.read.StateAudit;
import io.github.raftns.rpc.model.LogIndex;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The digest after each of the last entries, so that nodes can be compared at an index that all know (design D5). Written by the
 * apply thread, read by any.
 */
public final class DigestHistory {
    private static final int ENTRIES_MAX = 4_096;

    private final NavigableMap<LogIndex, StateDigest> digests = new TreeMap<>(); // guarded by this

    DigestHistory() {}

    /** The digest at this index: that of the last entry up to it, since entries of Raft itself change no state. */
    public synchronized Optional<StateDigest> at(LogIndex index) {
        if (digests.isEmpty() || index.compareTo(digests.lastKey()) > 0) {
            return Optional.empty();
        }
        return Optional.ofNullable(digests.floorEntry(index)).map(Map.Entry::getValue);
    }

    /** Oldest and newest index with a known digest. */
    public synchronized StateAudit.Range known() {
        return digests.isEmpty()
                ? new StateAudit.Range(0, 0)
                : new StateAudit.Range(
                        digests.firstKey().value(), digests.lastKey().value());
    }

    /** The state is another one: what was known of the old one is forgotten. */
    synchronized void restart(AppliedPoint point) {
        digests.clear();
        digests.put(point.index(), point.digest());
    }

    synchronized void add(Map<LogIndex, StateDigest> applied) {
        digests.putAll(applied);
        while (digests.size() > ENTRIES_MAX) {
            digests.pollFirstEntry();
        }
    }
}
