package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.PeerId;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.MonotonicClock;
import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A leader that cannot write does not lead (design D16): while proposals wait and none is applied for the patience, the leadership
 * goes to whoever is furthest; when it is still here after that patience again, this replica is a fault, since a leader that neither
 * writes nor lets go would hold the group up.
 *
 * <p>Looks by the timer; what may block (JRaft's lock is held through a stuck disk) runs on a worker. State belongs to the timer
 * thread.
 */
final class LeaderStall {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderStall.class);
    private static final int LOOKS = 8;

    private final LiveNode node;
    private final IntSupplier waiting;
    private final Supplier<LogIndex> applied;
    private final Faults faults;
    private final MonotonicClock clock;
    private final Executor worker;
    private final Duration patience;

    private LogIndex lastApplied = LogIndex.NONE;
    private long progressAt;
    private boolean handing;

    /**
     * @param waiting how many proposals JRaft holds
     * @param worker one thread that may be held up
     */
    LeaderStall(
            LiveNode node,
            IntSupplier waiting,
            Supplier<LogIndex> applied,
            Faults faults,
            MonotonicClock clock,
            Executor worker,
            Duration patience) {
        this.node = node;
        this.waiting = waiting;
        this.applied = applied;
        this.faults = faults;
        this.clock = clock;
        this.worker = worker;
        this.patience = patience;
    }

    Timers.Timer watch(Timers timers) {
        progressAt = clock.nanoTime();
        return timers.every(patience.dividedBy(LOOKS), this::look);
    }

    private void look() {
        long now = clock.nanoTime();
        LogIndex index = applied.get();
        if (waiting.getAsInt() == 0 || !index.equals(lastApplied)) {
            lastApplied = index;
            progressAt = now;
            handing = false;
            return;
        }
        if (!node.isLeader()) {
            progressAt = now; // handing over, perhaps; when it fails the node leads again and has little credit left
            return;
        }
        if (now - progressAt < patience.toNanos()) {
            return;
        }
        progressAt = now;
        if (handing) {
            faults.report(
                    "this leader has applied nothing after entry " + index + " for twice " + patience
                            + ", and nobody took the leadership over",
                    null);
        } else {
            handing = true;
            handOver(index);
        }
    }

    private void handOver(LogIndex index) {
        LOG.warn("nothing was applied after entry {} for {}: handing the leadership over", index, patience);
        try {
            worker.execute(() -> node.call(open -> {
                Status status = open.transferLeadershipTo(PeerId.ANY_PEER);
                if (!status.isOk()) {
                    LOG.warn("the leadership stays here: {}", status.getErrorMsg());
                }
            }));
        } catch (RejectedExecutionException stillAtIt) {
            LOG.warn("the leadership stays here: the last attempt has not ended");
        }
    }
}
