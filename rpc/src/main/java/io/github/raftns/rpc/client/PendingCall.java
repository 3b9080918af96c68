package io.github.raftns.rpc.client;

import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.time.Timers;
import java.util.concurrent.CompletableFuture;

/** A sent request that waits for its answer, and the timer that ends the waiting. */
record PendingCall(CompletableFuture<IncomingResponse> answer, Timers.Timer deadline) {
    void complete(IncomingResponse response) {
        deadline.cancel();
        answer.complete(response);
    }

    void fail(RpcException problem) {
        deadline.cancel();
        answer.completeExceptionally(problem);
    }
}
