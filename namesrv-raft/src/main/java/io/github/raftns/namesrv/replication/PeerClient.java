package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcClient;
import com.alipay.sofa.jraft.util.Endpoint;
import java.util.concurrent.Executor;

/**
 * A node's client to its peers: bolt's, behind the node's {@link LinkFilter}. Over a cut link nothing is sent and no answer
 * arrives. Any thread.
 */
final class PeerClient implements RpcClient {
    private final BoltRpcClient bolt;
    private final LinkFilter links;

    PeerClient(BoltRpcClient bolt, LinkFilter links) {
        this.bolt = bolt;
        this.links = links;
    }

    @Override
    public boolean init(RpcOptions options) {
        return bolt.init(options);
    }

    @Override
    public void shutdown() {
        bolt.shutdown();
    }

    @Override
    public boolean checkConnection(Endpoint peer) {
        return open(peer) && bolt.checkConnection(peer);
    }

    @Override
    public boolean checkConnection(Endpoint peer, boolean createIfAbsent) {
        return open(peer) && bolt.checkConnection(peer, createIfAbsent);
    }

    @Override
    public void closeConnection(Endpoint peer) {
        bolt.closeConnection(peer);
    }

    @Override
    public void registerConnectEventListener(ReplicatorGroup replicators) {
        bolt.registerConnectEventListener(replicators);
    }

    @Override
    public Object invokeSync(Endpoint peer, Object request, InvokeContext context, long timeoutMs)
            throws InterruptedException, RemotingException {
        if (!open(peer)) {
            throw cut(peer);
        }
        Object answer = bolt.invokeSync(peer, request, context, timeoutMs);
        if (!open(peer)) {
            throw cut(peer);
        }
        if (answer instanceof Throwable failure) {
            throw new RemotingException(failure);
        }
        return answer;
    }

    @Override
    public void invokeAsync(
            Endpoint peer, Object request, InvokeContext context, InvokeCallback callback, long timeoutMs)
            throws InterruptedException, RemotingException {
        if (!open(peer)) {
            throw cut(peer);
        }
        bolt.invokeAsync(peer, request, context, new LinkedCallback(peer, callback), timeoutMs);
    }

    private boolean open(Endpoint peer) {
        return links.open(peer.toString());
    }

    private static InvokeTimeoutException cut(Endpoint peer) {
        return new InvokeTimeoutException("no link to " + peer);
    }

    /** Loses an answer that arrives over a link cut meanwhile; an answer that is none is a failure. */
    private final class LinkedCallback implements InvokeCallback {
        private final Endpoint peer;
        private final InvokeCallback callback;

        LinkedCallback(Endpoint peer, InvokeCallback callback) {
            this.peer = peer;
            this.callback = callback;
        }

        @Override
        public void complete(Object result, Throwable failure) {
            if (failure == null && !open(peer)) {
                callback.complete(null, cut(peer));
            } else if (result instanceof Throwable refused) {
                callback.complete(null, refused);
            } else {
                callback.complete(result, failure);
            }
        }

        @Override
        public Executor executor() {
            return callback.executor();
        }
    }
}
