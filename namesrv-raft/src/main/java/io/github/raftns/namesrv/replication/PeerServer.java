package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcServer;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** The listening end of the Raft port: JRaft's own processors and ours, each kind on threads of its own. */
final class PeerServer implements AutoCloseable {
    private static final int RAFT_THREADS = 64; // no queue before them, and a snapshot download holds one
    private static final int CLI_THREADS = 4;
    private static final int FORWARD_THREADS = 8;
    private static final int FORWARDS_QUEUED = 256;
    private static final int SIGNS_THREADS = 2;
    private static final int SIGNS_QUEUED = 256;

    private final RpcServer server;
    private final List<ExecutorService> pools;

    PeerServer(ReplicationConfig config, LeaderDesk desk) {
        ExecutorService raft = Workers.direct("raft-rpc", RAFT_THREADS);
        ExecutorService cli = Workers.direct("raft-cli", CLI_THREADS);
        ExecutorService forwards = Workers.bounded("forwarded", FORWARD_THREADS, FORWARDS_QUEUED);
        ExecutorService signs = Workers.bounded("signs", SIGNS_THREADS, SIGNS_QUEUED);
        String cluster = config.cluster().toString();
        pools = List.of(raft, cli, forwards, signs);
        server = PeerRpcFactory.server(
                Peers.endpointOf(config.self()), config.limits().frameBytesMax());
        RaftRpcServerFactory.addRaftRequestProcessors(server, raft, cli);
        server.registerProcessor(new ForwardProcessor(cluster, desk, forwards));
        server.registerProcessor(new SignsProcessor(cluster, desk, signs));
    }

    /** @throws IllegalStateException when the address cannot be bound */
    void listen() {
        if (!server.init(null)) {
            throw new IllegalStateException("bolt did not start its server");
        }
    }

    @Override
    public void close() {
        if (server.isStarted()) {
            server.shutdown();
        }
        pools.forEach(ExecutorService::shutdown);
    }
}
