package io.github.raftns.rpc.server;

import io.github.raftns.rpc.transport.EventLoops;
import io.github.raftns.rpc.transport.FramePipeline;
import io.github.raftns.rpc.transport.ReceiveBudget;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A listening server. Owns its listening socket and its connections; borrows the event loops. Made by the composition root,
 * which also closes it before the loops. Any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing cannot fail in a way that anything could be done about
public final class RpcServer implements AutoCloseable {
    private static final AtomicLong CONNECTION_IDS = new AtomicLong();

    private final Channel listener;
    private final ServerConnections connections;
    private final EventLoops loops;

    private RpcServer(Channel listener, ServerConnections connections, EventLoops loops) {
        this.listener = listener;
        this.connections = connections;
        this.loops = loops;
    }

    /**
     * Listens; connections are served from now on.
     *
     * @param address port 0 takes any free one, see {@link #port}
     * @throws IOException when the address cannot be had
     */
    public static RpcServer bind(
            InetSocketAddress address, RequestHandler handler, ServerLimits limits, EventLoops loops)
            throws IOException {
        ServerConnections connections = new ServerConnections(limits.connectionsMax());
        ReceiveBudget budget = new ReceiveBudget(limits.frame());
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.acceptors(), loops.workers())
                .channel(loops.serverChannel())
                .option(ChannelOption.SO_BACKLOG, limits.backlog())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(limits.writeBufferLowBytes(), limits.writeBufferHighBytes()))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        FramePipeline.install(channel.pipeline(), limits.frame(), budget, limits.idleMax());
                        channel.pipeline()
                                .addLast(new ServerConnection(
                                        CONNECTION_IDS.incrementAndGet(), channel, connections, handler, limits));
                    }
                });
        ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        return new RpcServer(bound.channel(), connections, loops);
    }

    /** The port it listens on. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    public int connectionCount() {
        return connections.count();
    }

    /** Stops listening; what is connected stays so. Returns when the port is free. Not on an event loop. */
    public void stopAccepting() {
        listener.close().awaitUninterruptibly();
    }

    /**
     * Stops listening, stops reading, answers what is pending and closes each connection after that, or at the deadline
     * what is left. Returns at once.
     *
     * @return completed, on an event loop, when all connections are closed and the handler was told
     */
    public CompletableFuture<Void> closeGracefully(Duration deadline) {
        List<ServerConnection> open = closing();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (ServerConnection connection : open) {
            connection.closeAfterReplies();
            ends.add(connection.ended());
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0]));
        if (!all.isDone()) {
            ScheduledFuture<?> timer = loops.workers()
                    .schedule(() -> open.forEach(ServerConnection::closeNow), deadline.toNanos(), TimeUnit.NANOSECONDS);
            all.whenComplete((done, never) -> timer.cancel(false));
        }
        return all;
    }

    /** Closes the listening socket and every connection at once and waits for that. Not on an event loop. */
    @Override
    public void close() {
        for (ServerConnection connection : closing()) {
            connection.closeNow();
            connection.ended().join();
        }
        listener.closeFuture().awaitUninterruptibly();
    }

    private List<ServerConnection> closing() {
        listener.close();
        return connections.close();
    }
}
