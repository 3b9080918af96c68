package io.github.raftns.rpc.client;

import io.github.raftns.rpc.model.HostPort;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Host names to addresses on threads of its own: the platform's look-up blocks, for seconds when DNS is ill, and must not
 * hold an event loop. Address text is taken as it is. Any thread.
 */
final class HostResolver implements AutoCloseable {
    private static final int THREADS = 4;
    private static final long THREAD_IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads;

    HostResolver(int waitingMax) {
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                THREAD_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(waitingMax),
                new DefaultThreadFactory("rpc-resolve", true));
        threads.allowCoreThreadTimeOut(true);
    }

    CompletableFuture<InetSocketAddress> resolve(HostPort address) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(address.host());
        if (literal != null) {
            return CompletableFuture.completedFuture(new InetSocketAddress(literal, address.port()));
        }
        CompletableFuture<InetSocketAddress> resolved = new CompletableFuture<>();
        try {
            threads.execute(() -> lookUp(address, resolved));
        } catch (RejectedExecutionException tooMany) {
            resolved.completeExceptionally(new RpcException(
                    RpcException.Kind.NOT_CONNECTED, "cannot look " + address + " up: too many look-ups or closed"));
        }
        return resolved;
    }

    private static void lookUp(HostPort address, CompletableFuture<InetSocketAddress> resolved) {
        try {
            resolved.complete(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
        } catch (UnknownHostException unknown) {
            resolved.completeExceptionally(
                    new RpcException(RpcException.Kind.NOT_CONNECTED, "host of " + address + " is unknown", unknown));
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
