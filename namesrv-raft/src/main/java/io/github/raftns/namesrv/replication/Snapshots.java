package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.machine.StateFault;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.checkpoint.CheckpointVerifier;
import io.github.raftns.store.checkpoint.CheckpointWriter;
import io.github.raftns.store.checkpoint.Manifest;
import io.github.raftns.store.checkpoint.ManifestFile;
import io.github.raftns.store.checkpoint.VerifiedCheckpoint;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots as JRaft stores and ships them: a checkpoint of the store below {@value #STATE}, sealed with its manifest. The
 * checkpoint is taken on the apply thread, where the state stands still; reading its files for their checksums is not.
 */
final class Snapshots {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
    private static final String STATE = "state";

    private final ReplicatedState state;
    private final HistoryCheck history;
    private final Executor worker;

    Snapshots(ReplicatedState state, HistoryCheck history, Executor worker) {
        this.state = state;
        this.history = history;
        this.worker = worker;
    }

    /** On the apply thread. The closure gets its answer later, on the worker. */
    void save(SnapshotWriter writer, Closure done) {
        AppliedPoint point = state.applied();
        long logIndex = writer.getCurrentMeta().getLastIncludedIndex();
        if (!history.agreed() || point.index().value() > logIndex) {
            // after a crash the state may stand ahead of this node's log; a snapshot must not say more than its index
            done.run(new Status(
                    RaftError.EAGAIN,
                    "the state is at %d, the log at %d",
                    point.index().value(),
                    logIndex));
            return;
        }
        Path checkpoint = Path.of(writer.getPath()).resolve(STATE);
        try {
            state.checkpoint(checkpoint);
            worker.execute(() -> done.run(seal(writer, checkpoint, point)));
        } catch (StoreFault fault) {
            done.run(failed(fault));
        } catch (RejectedExecutionException closing) {
            done.run(new Status(RaftError.ECANCELED, "the node is closing"));
        }
    }

    private static Status seal(SnapshotWriter writer, Path checkpoint, AppliedPoint point) {
        try {
            Manifest manifest = CheckpointWriter.seal(
                    checkpoint,
                    point.index().value(),
                    point.term().number(),
                    point.digest().toString());
            boolean listed = writer.addFile(STATE + "/" + Manifest.FILE_NAME);
            for (ManifestFile file : manifest.files()) {
                listed &= writer.addFile(STATE + "/" + file.name());
            }
            LOG.info("snapshot at {}: {} bytes", point, manifest.totalBytes());
            return listed ? Status.OK() : new Status(RaftError.EIO, "JRaft did not take a file of the snapshot");
        } catch (StoreFault fault) {
            return failed(fault);
        }
    }

    private static Status failed(StoreFault fault) {
        LOG.error("no snapshot", fault);
        return new Status(RaftError.EIO, "%s", String.valueOf(fault.getMessage()));
    }

    /**
     * Brings the state to a snapshot, on the apply thread.
     *
     * @return whether the state is another one now; false when it holds all of the snapshot already
     * @throws StoreFault when the snapshot is damaged
     * @throws StateFault when it is not what it says
     * @throws ForeignHistory when state and snapshot stand at one index with unequal terms
     */
    boolean load(SnapshotReader reader) {
        Path checkpoint = Path.of(reader.getPath()).resolve(STATE);
        Manifest manifest = CheckpointVerifier.read(checkpoint);
        AppliedPoint point = state.applied();
        LogIndex index = new LogIndex(manifest.index());
        if (index.equals(point.index())) {
            history.confirm(index, new Term(manifest.term()));
            if (!manifest.digest().equals(point.digest().toString())) {
                throw new StateFault("the state at " + point + " and the snapshot with digest " + manifest.digest()
                        + " come from the same entries and differ");
            }
            return false;
        }
        if (index.compareTo(point.index()) < 0) {
            return false; // replay goes on from here, and finds the entry at which the state stands
        }
        VerifiedCheckpoint verified = CheckpointVerifier.verify(checkpoint);
        state.replaceWith(verified);
        history.follows(state.applied());
        LOG.info("the state went from {} to the snapshot at {}", point, state.applied());
        return true;
    }
}
