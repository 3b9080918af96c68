package io.github.raftns.rpc.client;

import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.time.Timers;
import io.github.raftns.rpc.transport.EventLoops;
import io.github.raftns.rpc.transport.FramePipeline;
import io.github.raftns.rpc.transport.ReceiveBudget;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Makes connections. Owns those it made and the threads that look host names up; borrows event loops and timers. Any
 * thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing cannot fail in a way that anything could be done about
public final class RpcClient implements AutoCloseable {
    private final EventLoops loops;
    private final Timers timers;
    private final ClientLimits limits;
    private final HostResolver resolver;
    private final ReceiveBudget budget;
    /** Closes what is added after it was closed. */
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    public RpcClient(EventLoops loops, Timers timers, ClientLimits limits) {
        this.loops = loops;
        this.timers = timers;
        this.limits = limits;
        this.budget = new ReceiveBudget(limits.frame());
        this.resolver = new HostResolver(limits.resolvingMax());
    }

    /**
     * Connects; returns at once.
     *
     * @param timeout for looking the name up and connecting together
     * @return fails with {@link RpcException} of kind {@code NOT_CONNECTED}. Cancelling it closes what comes of it
     */
    public CompletableFuture<RpcConnection> connect(HostPort address, Duration timeout) {
        CompletableFuture<RpcConnection> connected = new CompletableFuture<>();
        Timers.Timer deadline = timers.after(
                timeout,
                () -> connected.completeExceptionally(new RpcException(
                        RpcException.Kind.NOT_CONNECTED,
                        "no connection to " + address + " within " + timeout.toMillis() + " ms")));
        connected.whenComplete((connection, problem) -> deadline.cancel());
        resolver.resolve(address).whenComplete((resolved, problem) -> {
            if (problem != null) {
                connected.completeExceptionally(problem);
            } else {
                open(address, resolved, timeout, connected);
            }
        });
        return connected;
    }

    private void open(
            HostPort address,
            InetSocketAddress resolved,
            Duration timeout,
            CompletableFuture<RpcConnection> connected) {
        if (connected.isDone()) {
            return;
        }
        Bootstrap bootstrap = new Bootstrap()
                .group(loops.workers())
                .channel(loops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis())))
                .option(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(limits.unsentBytesMax() / 2, limits.unsentBytesMax()))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        FramePipeline.install(channel.pipeline(), limits.frame(), budget, limits.idleMax());
                        channel.pipeline().addLast(new ClientChannel(address, channel, timers, limits));
                    }
                });
        bootstrap.connect(resolved).addListener(done -> {
            Channel channel = ((ChannelFuture) done).channel();
            if (!done.isSuccess()) {
                connected.completeExceptionally(new RpcException(
                        RpcException.Kind.NOT_CONNECTED,
                        "no connection to " + address + ": " + done.cause().getMessage(),
                        done.cause()));
                return;
            }
            channels.add(channel);
            if (!connected.complete(new RpcConnection(channel.pipeline().get(ClientChannel.class)))) {
                channel.close();
            }
        });
    }

    /** Closes every connection it made; later ones are closed as they come. Returns at once. */
    @Override
    public void close() {
        resolver.close();
        channels.close();
    }
}
