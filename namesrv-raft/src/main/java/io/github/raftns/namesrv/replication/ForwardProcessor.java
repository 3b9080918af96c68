package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import io.github.raftns.namesrv.command.CommandFormatException;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.IntentCodec;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.OutcomeCodec;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a follower's intent to the {@link LeaderDesk} and sends back what the desk says, whenever it says it. The desk judges or
 * says that it does not lead; nothing is forwarded a second time. Runs on its own bounded pool.
 */
final class ForwardProcessor implements RpcProcessor<ForwardRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardProcessor.class);

    private final String clusterId;
    private final LeaderDesk desk;
    private final Executor workers;

    ForwardProcessor(String clusterId, LeaderDesk desk, Executor workers) {
        this.clusterId = clusterId;
        this.desk = desk;
        this.workers = workers;
    }

    @Override
    public String interest() {
        return ForwardRequest.class.getName();
    }

    @Override
    public Executor executor() {
        return workers;
    }

    @Override
    public void handleRequest(RpcContext context, ForwardRequest request) {
        if (!clusterId.equals(request.clusterId())) {
            LOG.warn("refused an intent of cluster {} from {}", request.clusterId(), context.getRemoteAddress());
            context.sendResponse(ForwardReply.refused("this is cluster " + clusterId));
            return;
        }
        if (request.intent() == null) {
            context.sendResponse(ForwardReply.refused("an intent is missing"));
            return;
        }
        Intent intent;
        try {
            intent = IntentCodec.decode(ByteBuffer.wrap(request.intent()));
        } catch (CommandFormatException broken) {
            LOG.warn("refused an intent from {}", context.getRemoteAddress(), broken);
            context.sendResponse(ForwardReply.refused(String.valueOf(broken.getMessage())));
            return;
        }
        desk.handle(intent).whenComplete((outcome, fault) -> answer(context, outcome, fault));
    }

    private static void answer(RpcContext context, Outcome outcome, Throwable fault) {
        if (fault != null) {
            LOG.error("the desk failed at a forwarded intent", fault);
        }
        Outcome word = fault == null ? outcome : new Outcome.Unknown("the leader failed at it");
        context.sendResponse(ForwardReply.of(OutcomeCodec.encode(word)));
    }
}
