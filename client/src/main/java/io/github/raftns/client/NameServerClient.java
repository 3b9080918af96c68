package io.github.raftns.client;

import io.github.raftns.rpc.client.ClientLimits;
import io.github.raftns.rpc.client.RpcClient;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.time.SystemTime;
import io.github.raftns.rpc.transport.EventLoops;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Connects to nodes; owns the connections and the threads under them. It knows no cluster: which node to ask, and which next
 * when one fails, is its caller's choice. Any thread.
 */
public final class NameServerClient implements AutoCloseable {
    private static final int IO_THREADS = 1;

    private final EventLoops loops = EventLoops.start("raftns-client", IO_THREADS);
    private final SystemTime time = new SystemTime("raftns-client-timer");
    private final RpcClient rpc = new RpcClient(loops, time, ClientLimits.defaults());
    private final Duration timeout;

    /** @param timeout for connecting, and for each question on a connection */
    public NameServerClient(Duration timeout) {
        this.timeout = timeout;
    }

    /** The future ends within the timeout; one that fails does so with {@link CallFailed}. */
    public CompletableFuture<NodeConnection> connect(HostPort address) {
        return rpc.connect(address, timeout)
                .thenApply(connection -> new NodeConnection(address, connection, timeout))
                .exceptionallyCompose(fault -> CompletableFuture.failedFuture(CallFailed.of(fault, timeout)));
    }

    /** Closes every connection, what is unanswered fails, and ends the threads. Not on an event loop. */
    @Override
    public void close() {
        rpc.close();
        loops.close();
        time.close();
    }
}
