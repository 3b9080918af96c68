package io.github.raftns.rpc.transport;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Owns the threads that all channels of a process run on: epoll where the platform has it, NIO elsewhere. Made and closed
 * by the composition root (or a test); servers and clients borrow it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the threads is awaited by the termination futures
public final class EventLoops implements AutoCloseable {
    private static final long CLOSE_SECONDS_MAX = 5;

    private final EventLoopGroup acceptors;
    private final EventLoopGroup workers;
    private final Class<? extends ServerChannel> serverChannel;
    private final Class<? extends Channel> clientChannel;

    private EventLoops(
            EventLoopGroup acceptors,
            EventLoopGroup workers,
            Class<? extends ServerChannel> serverChannel,
            Class<? extends Channel> clientChannel) {
        this.acceptors = acceptors;
        this.workers = workers;
        this.serverChannel = serverChannel;
        this.clientChannel = clientChannel;
    }

    /**
     * @param name first part of the threads' names
     * @param workers threads that serve channels; accepting has one more of its own
     */
    public static EventLoops start(String name, int workers) {
        ThreadFactory accepting = new DefaultThreadFactory(name + "-accept", true);
        ThreadFactory working = new DefaultThreadFactory(name + "-io", true);
        if (Epoll.isAvailable()) {
            return new EventLoops(
                    new EpollEventLoopGroup(1, accepting),
                    new EpollEventLoopGroup(workers, working),
                    EpollServerSocketChannel.class,
                    EpollSocketChannel.class);
        }
        return new EventLoops(
                new NioEventLoopGroup(1, accepting),
                new NioEventLoopGroup(workers, working),
                NioServerSocketChannel.class,
                NioSocketChannel.class);
    }

    public EventLoopGroup acceptors() {
        return acceptors;
    }

    public EventLoopGroup workers() {
        return workers;
    }

    public Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }

    public Class<? extends Channel> clientChannel() {
        return clientChannel;
    }

    /** Closes every channel that is still open and ends the threads; waits a few seconds for them. Not on a loop. */
    @Override
    public void close() {
        acceptors.shutdownGracefully(0, CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        workers.shutdownGracefully(0, CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        acceptors.terminationFuture().awaitUninterruptibly(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        workers.terminationFuture().awaitUninterruptibly(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
    }
}
