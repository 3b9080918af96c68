package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.rpc.model.LogIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a batch of entries did to the state, once it is written.
 *
 * @param applied where the state stands now
 * @param changes in the order of the entries; within one entry and broker name the group's row comes first when it is put and
 *     last when it is removed; unmodifiable
 * @param digests the state's digest after each entry of the batch; unmodifiable
 */
public record AppliedBatch(AppliedPoint applied, List<RouteChange> changes, SortedMap<LogIndex, StateDigest> digests) {
    public AppliedBatch {
        Objects.requireNonNull(applied, "applied");
        changes = Collections.unmodifiableList(new ArrayList<>(changes));
        digests = Collections.unmodifiableSortedMap(new TreeMap<>(digests));
    }
}
