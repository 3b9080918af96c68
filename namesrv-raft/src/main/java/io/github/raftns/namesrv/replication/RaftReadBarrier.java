package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.option.ReadOnlyOption;
import io.github.raftns.namesrv.read.ReadBarrier;
import io.github.raftns.namesrv.read.ReadNotPossible;
import io.github.raftns.namesrv.read.ReadPolicy;
import io.github.raftns.rpc.model.LogIndex;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Reads that wait: for an index, or for what was committed when they came (ReadIndex, confirmed by a majority; never by a lease,
 * which a suspended machine would break). Any thread.
 */
final class RaftReadBarrier implements ReadBarrier {
    private static final byte[] NO_CONTEXT = new byte[0];

    private final LiveNode node;
    private final AppliedIndexes applied;
    private final Executor completion;

    RaftReadBarrier(LiveNode node, AppliedIndexes applied, Executor completion) {
        this.node = node;
        this.applied = applied;
        this.completion = completion;
    }

    @Override
    public CompletionStage<Void> await(ReadPolicy policy, Duration timeout) {
        if (policy instanceof ReadPolicy.AtLeast atLeast) {
            return applied.await(new LogIndex(Math.max(0, atLeast.index())), timeout);
        }
        return policy instanceof ReadPolicy.Linearizable ? readIndex(timeout) : CompletableFuture.completedFuture(null);
    }

    private CompletionStage<Void> readIndex(Duration timeout) {
        CompletableFuture<Void> passed = new CompletableFuture<>();
        ReadIndexClosure closure = new ReadIndexClosure(Math.max(1, timeout.toMillis())) {
            @Override
            public void run(Status status, long index, byte[] context) {
                completion.execute(() -> end(passed, status));
            }
        };
        if (!node.call(open -> open.readIndex(ReadOnlyOption.ReadOnlySafe, NO_CONTEXT, closure))) {
            passed.completeExceptionally(new ReadNotPossible("the node is closed"));
        }
        return passed;
    }

    private static void end(CompletableFuture<Void> passed, Status status) {
        if (status.isOk()) {
            passed.complete(null);
        } else {
            passed.completeExceptionally(new ReadNotPossible("no read index: " + status.getErrorMsg()));
        }
    }
}
