package io.github.raftns.namesrv.read;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Port: lets a read pass once this node's view is fresh enough. Any thread; never blocks; completes off the apply thread. */
public interface ReadBarrier {
    /**
     * Completes normally when a read of the current view satisfies the policy, exceptionally with {@link ReadNotPossible}
     * when it cannot be had in time.
     */
    CompletionStage<Void> await(ReadPolicy policy, Duration timeout);
}
