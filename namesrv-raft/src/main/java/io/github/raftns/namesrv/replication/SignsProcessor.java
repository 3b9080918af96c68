package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a follower's report to the {@link LeaderDesk}. Runs on its own bounded pool, so that no intent delays a report. */
final class SignsProcessor implements RpcProcessor<SignsRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(SignsProcessor.class);

    private final String clusterId;
    private final LeaderDesk desk;
    private final Executor workers;

    SignsProcessor(String clusterId, LeaderDesk desk, Executor workers) {
        this.clusterId = clusterId;
        this.desk = desk;
        this.workers = workers;
    }

    @Override
    public String interest() {
        return SignsRequest.class.getName();
    }

    @Override
    public Executor executor() {
        return workers;
    }

    @Override
    public void handleRequest(RpcContext context, SignsRequest request) {
        if (!clusterId.equals(request.clusterId())) {
            LOG.warn("refused a report of cluster {} from {}", request.clusterId(), context.getRemoteAddress());
            context.sendResponse(SignsReply.refused("this is cluster " + clusterId));
            return;
        }
        if (request.signs() == null) {
            context.sendResponse(SignsReply.refused("a report is missing"));
            return;
        }
        SignsOfLife signs;
        try {
            signs = SignsCodec.decodeSigns(request.signs());
        } catch (IllegalArgumentException broken) {
            LOG.warn("refused a report from {}", context.getRemoteAddress(), broken);
            context.sendResponse(SignsReply.refused(String.valueOf(broken.getMessage())));
            return;
        }
        context.sendResponse(SignsReply.of(SignsCodec.encode(desk.heard(signs))));
    }
}
