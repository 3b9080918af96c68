package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.admission.Permit;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers whose bodies take longer than an event loop has. However the making of one ends, its request is answered and its
 * permit given back. Called on event loops.
 */
final class WorkerAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerAnswers.class);

    private final Executor workers;

    WorkerAnswers(Executor workers) {
        this.workers = workers;
    }

    void answer(Exchange exchange, Permit permit, Supplier<EncodedBody> work) {
        try {
            CompletableFuture.supplyAsync(work, workers)
                    .minimalCompletionStage()
                    .whenComplete((body, fault) -> {
                        permit.close();
                        if (fault == null) {
                            exchange.reply(Response.ok(body));
                        } else {
                            LOG.error(
                                    "event=request-failed code={}",
                                    exchange.header().code(),
                                    fault);
                            exchange.reply(Response.error(ResponseCode.SYSTEM_ERROR, "fault: " + fault));
                        }
                    });
        } catch (RejectedExecutionException full) {
            permit.close();
            exchange.reply(OutcomeReply.overloaded());
        }
    }
}
