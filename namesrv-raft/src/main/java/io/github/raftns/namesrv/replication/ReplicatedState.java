package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.machine.Batch;
import io.github.raftns.namesrv.machine.StateFault;
import io.github.raftns.namesrv.machine.StateMachine;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.checkpoint.StateDirectory;
import io.github.raftns.store.checkpoint.VerifiedCheckpoint;
import java.nio.file.Path;

/**
 * The state of this node: the machine, and the directory of the store it works on. Owned by the apply thread (by the starting
 * thread before that); {@link #snapshot} and {@link #close} may be called by any.
 */
final class ReplicatedState implements AutoCloseable {
    private final StateDirectory directory;
    private StateMachine machine;

    private ReplicatedState(StateDirectory directory) {
        this.directory = directory;
        this.machine = new StateMachine(directory.current());
    }

    /**
     * @throws io.github.raftns.store.StoreFault when the directory cannot be opened
     * @throws StateFault when what is in it is not this release's
     */
    static ReplicatedState open(Path path, StoreOpener opener) {
        StateDirectory directory = StateDirectory.open(path, opener);
        ReplicatedState state = null;
        try {
            state = new ReplicatedState(directory);
            return state;
        } finally {
            if (state == null) {
                directory.close();
            }
        }
    }

    AppliedPoint applied() {
        return machine.applied();
    }

    Batch begin() {
        return machine.begin();
    }

    StoreSnapshot snapshot() {
        return directory.snapshot();
    }

    void checkpoint(Path target) {
        directory.current().checkpoint(target);
    }

    /**
     * Puts the content of a checkpoint in place of the present one, which stays readable for those who read it.
     *
     * @throws StateFault when the rows are not what the checkpoint's manifest says
     */
    void replaceWith(VerifiedCheckpoint checkpoint) {
        machine = new StateMachine(directory.replaceWith(checkpoint));
        AppliedPoint point = machine.applied();
        try (StoreSnapshot rows = directory.snapshot()) {
            StateDigest counted = StateRows.recount(rows);
            if (!counted.equals(point.digest())
                    || !counted.toString().equals(checkpoint.manifest().digest())
                    || point.index().value() != checkpoint.manifest().index()
                    || point.term().number() != checkpoint.manifest().term()) {
                throw new StateFault("the snapshot " + checkpoint + " with digest "
                        + checkpoint.manifest().digest() + " holds a state at " + point + " whose rows have digest "
                        + counted);
            }
        }
    }

    @Override
    public void close() {
        directory.close();
    }
}
