package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.rpc.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Changes who belongs to the group; works on the leader alone. Any thread; never blocks.
 *
 * <p>JRaft's addPeer may wait for ever on an idle group, since it counts a new peer as level only after a replicated entry; so
 * entries that change nothing are written until it has ended.
 */
final class Membership {
    private static final Duration NUDGE = Duration.ofMillis(100);

    private final LiveNode node;
    private final Proposer proposer;
    private final Timers timers;
    private final Executor completion;

    Membership(LiveNode node, Proposer proposer, Timers timers, Executor completion) {
        this.node = node;
        this.proposer = proposer;
        this.timers = timers;
        this.completion = completion;
    }

    /** Completes exceptionally with {@link MembershipNotChanged}; the change may then still come to pass. */
    CompletionStage<Void> add(Member member, Duration timeout) {
        return change((open, done) -> open.addPeer(Peers.peerOf(member), done), timeout);
    }

    /** The same for a member that goes; it should be stopped afterwards. */
    CompletionStage<Void> remove(Member member, Duration timeout) {
        return change((open, done) -> open.removePeer(Peers.peerOf(member), done), timeout);
    }

    private interface Change {
        void begin(Node node, Closure done);
    }

    private CompletionStage<Void> change(Change change, Duration timeout) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Closure done = status -> completion.execute(() -> {
            if (status.isOk()) {
                ended.complete(null);
            } else {
                ended.completeExceptionally(new MembershipNotChanged(status.getErrorMsg()));
            }
        });
        if (!node.call(open -> change.begin(open, done))) {
            return CompletableFuture.failedFuture(new MembershipNotChanged("the node is closed"));
        }
        Timers.Timer nudges = timers.every(NUDGE, () -> proposer.propose(new MarkState()));
        Timers.Timer deadline = timers.after(
                timeout,
                () -> completion.execute(
                        () -> ended.completeExceptionally(new MembershipNotChanged("it did not end in " + timeout))));
        return ended.whenComplete((none, failure) -> {
            nudges.cancel();
            deadline.cancel();
        });
    }
}
