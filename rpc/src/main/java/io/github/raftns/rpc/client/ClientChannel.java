package io.github.raftns.rpc.client;

import io.github.raftns.rpc.codec.Frame;
import io.github.raftns.rpc.codec.FrameException;
import io.github.raftns.rpc.codec.RequestDecoder;
import io.github.raftns.rpc.codec.RequestEncoder;
import io.github.raftns.rpc.codec.ResponseDecoder;
import io.github.raftns.rpc.codec.ResponseEncoder;
import io.github.raftns.rpc.message.FrameworkReplies;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.time.Timers;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel under one {@link RpcConnection}. Pending calls and the opaque counter belong to the channel's event loop;
 * what other threads ask for is carried there.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so by closing, which is watched
final class ClientChannel extends SimpleChannelInboundHandler<Frame> {
    private static final Logger LOG = LoggerFactory.getLogger(ClientChannel.class);

    private final HostPort remote;
    private final Channel channel;
    private final Timers timers;
    private final ClientLimits limits;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private final Map<Integer, PendingCall> pending = new HashMap<>();
    private int lastOpaque;
    private boolean closing;

    ClientChannel(HostPort remote, Channel channel, Timers timers, ClientLimits limits) {
        this.remote = remote;
        this.channel = channel;
        this.timers = timers;
        this.limits = limits;
    }

    HostPort remote() {
        return remote;
    }

    boolean isOpen() {
        return channel.isActive();
    }

    CompletableFuture<Void> onClose() {
        return closed.copy();
    }

    void close() {
        channel.close();
    }

    // --- sending; any thread ---

    CompletableFuture<IncomingResponse> send(OutgoingRequest request, Duration timeout) {
        CompletableFuture<IncomingResponse> answer = new CompletableFuture<>();
        onLoop(answer, () -> {
            RpcException obstacle = obstacle();
            if (obstacle != null) {
                answer.completeExceptionally(obstacle);
                return;
            }
            int opaque = nextOpaque();
            Timers.Timer deadline = timers.after(timeout, () -> onLoop(answer, () -> expire(opaque, timeout)));
            pending.put(opaque, new PendingCall(answer, deadline));
            write(request, opaque).addListener(written -> {
                if (!written.isSuccess()) {
                    // bytes may have left before the failure, so the call ends as every other on this channel
                    LOG.debug("write to {} failed", remote, written.cause());
                    channel.close();
                }
            });
        });
        return answer;
    }

    CompletableFuture<Void> sendOneway(OutgoingRequest request) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        onLoop(sent, () -> {
            RpcException obstacle = obstacle();
            if (obstacle != null) {
                sent.completeExceptionally(obstacle);
                return;
            }
            write(request, nextOpaque()).addListener(written -> {
                if (written.isSuccess()) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(new RpcException(
                            RpcException.Kind.CLOSED,
                            "connection to " + remote + " ended while sending",
                            written.cause()));
                }
            });
        });
        return sent;
    }

    private void onLoop(CompletableFuture<?> result, Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
            return;
        }
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException loopHasEnded) {
            result.completeExceptionally(alreadyClosed());
        }
    }

    // --- event loop ---

    private RpcException obstacle() {
        if (!channel.isActive()) {
            return alreadyClosed();
        }
        if (pending.size() >= limits.pendingMax()) {
            return new RpcException(
                    RpcException.Kind.BACKLOGGED, pending.size() + " calls to " + remote + " are unanswered");
        }
        if (!channel.isWritable()) {
            return new RpcException(
                    RpcException.Kind.BACKLOGGED,
                    "more than " + limits.unsentBytesMax() + " bytes to " + remote + " are unsent");
        }
        return null;
    }

    private int nextOpaque() {
        do {
            lastOpaque++;
        } while (pending.containsKey(lastOpaque));
        return lastOpaque;
    }

    private ChannelFuture write(OutgoingRequest request, int opaque) {
        return channel.writeAndFlush(RequestEncoder.encode(channel.alloc(), limits.form(), request, opaque));
    }

    private void expire(int opaque, Duration timeout) {
        PendingCall call = pending.remove(opaque);
        if (call != null) {
            call.fail(new RpcException(
                    RpcException.Kind.TIMED_OUT, "no answer from " + remote + " within " + timeout.toMillis() + " ms"));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Frame frame) {
        if (!frame.header().isResponse()) {
            refuse(RequestDecoder.header(frame.header()));
            return;
        }
        PendingCall call = pending.remove(frame.header().opaque());
        if (call != null) {
            call.complete(ResponseDecoder.response(frame));
        }
    }

    /** This end serves nothing; saying so is what stock brokers do, and it proves that we are alive. */
    private void refuse(RequestHeader request) {
        if (!request.oneway() && channel.isWritable()) {
            channel.writeAndFlush(
                    ResponseEncoder.encode(channel.alloc(), request, FrameworkReplies.notSupported(request.code())));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        List<PendingCall> orphans = new ArrayList<>(pending.values());
        pending.clear();
        for (PendingCall orphan : orphans) {
            orphan.fail(new RpcException(
                    RpcException.Kind.CLOSED, "connection to " + remote + " ended before the answer came"));
        }
        closed.complete(null);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            LOG.debug("closing connection to {}: nothing was sent or received for {}", remote, limits.idleMax());
            context.close();
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException || closing) {
            LOG.debug("connection to {} failed", remote, cause);
        } else if (cause instanceof FrameException) {
            LOG.warn("closing connection to {}: frame refused: {}", remote, cause.getMessage());
        } else {
            LOG.error("closing connection to {}: unexpected fault", remote, cause);
        }
        closing = true;
        context.close();
    }

    private RpcException alreadyClosed() {
        return new RpcException(RpcException.Kind.ALREADY_CLOSED, "connection to " + remote + " is closed");
    }
}
