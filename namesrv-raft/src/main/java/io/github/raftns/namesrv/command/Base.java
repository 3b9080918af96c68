package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import java.util.Objects;

/**
 * The state that a difference was computed from.
 *
 * @param epoch of the broker's registration, {@link Epoch#NONE} when it had none
 * @param revision of the broker name: the index that last changed any of its rows (group, members, topics, tombstones,
 *     mask), {@link LogIndex#NONE} when it had none
 */
public record Base(Epoch epoch, LogIndex revision) {
    public Base {
        Objects.requireNonNull(epoch, "epoch");
        Objects.requireNonNull(revision, "revision");
    }
}
