package io.github.raftns.rpc.server;

import io.github.raftns.rpc.codec.Frame;
import io.github.raftns.rpc.codec.FrameException;
import io.github.raftns.rpc.codec.RequestDecoder;
import io.github.raftns.rpc.codec.ResponseEncoder;
import io.github.raftns.rpc.message.FrameworkReplies;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One accepted connection. All its state belongs to its channel's event loop; what other threads ask for is carried there.
 *
 * <pre>
 * phase      frames are                 leaves when                                to
 * SERVING    dispatched, unless paused  a close after replies is asked for         DRAINING
 * DRAINING   not read                   nothing is unanswered and all is written   LINGERING
 * LINGERING  read and thrown away       the peer closes, or after lingerMax        (closed)
 * any        -                          the peer closes; bad frame; idle; deadline (closed)
 * </pre>
 *
 * <p>Lingering exists because a socket that is closed with unread bytes in it sends a reset, and a reset can take the
 * replies just sent with it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so by closing, which is watched
final class ServerConnection extends SimpleChannelInboundHandler<Frame> implements Peer {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

    private enum Phase {
        SERVING,
        DRAINING,
        LINGERING
    }

    private final long id;
    private final Channel channel;
    private final ServerConnections connections;
    private final RequestHandler handler;
    private final ServerLimits limits;
    private final String remoteAddress;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private Phase phase = Phase.SERVING;
    private boolean opened;
    private boolean closeIsOurs;
    private boolean overInFlight;
    private int inFlight;
    private Object attachment;

    ServerConnection(
            long id, Channel channel, ServerConnections connections, RequestHandler handler, ServerLimits limits) {
        this.id = id;
        this.channel = channel;
        this.connections = connections;
        this.handler = handler;
        this.limits = limits;
        this.remoteAddress = String.valueOf(channel.remoteAddress()).replaceFirst("^.*/", "");
    }

    // --- the peer ---

    @Override
    public long connectionId() {
        return id;
    }

    @Override
    public String remoteAddress() {
        return remoteAddress;
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object newAttachment) {
        attachment = newAttachment;
    }

    @Override
    public void execute(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException loopHasEnded) {
            LOG.debug("a task for {} was dropped: its event loop has ended", remoteAddress);
        }
    }

    @Override
    public void closeAfterReplies() {
        onLoop(this::drain);
    }

    /** Closes without waiting for anything. Any thread. */
    void closeNow() {
        onLoop(this::closeOurselves);
    }

    /** Completes when the connection has ended and the handler was told. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    // --- settling calls; any thread ---

    void answer(RequestHeader header, Response response) {
        if (header.oneway()) {
            return;
        }
        onLoop(() -> {
            try {
                if (channel.isActive() && phase != Phase.LINGERING) {
                    encodeAndWrite(header, response);
                }
            } finally {
                settled();
            }
        });
    }

    @SuppressWarnings(
            "IllegalCatch") // the edge of the event loop: what cannot be encoded costs its channel, nothing more
    private void encodeAndWrite(RequestHeader header, Response response) {
        try {
            write(ResponseEncoder.encode(channel.alloc(), header, response));
        } catch (RuntimeException fault) {
            LOG.error("the answer to {} from {} cannot be encoded; closing", header, remoteAddress, fault);
            closeOurselves();
        }
    }

    void giveUp(RequestHeader header) {
        onLoop(() -> {
            drain();
            if (!header.oneway()) {
                settled();
            }
        });
    }

    private void onLoop(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
        } else {
            execute(task);
        }
    }

    // --- the channel; event loop ---

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!connections.admit(this)) {
            closeOurselves();
            return;
        }
        opened = true;
        guarded("opened", () -> handler.opened(this));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (opened) {
            opened = false;
            connections.leave(this);
            guarded("closed", () -> handler.closed(this, !closeIsOurs));
            ended.complete(null);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Frame frame) {
        // a response answers nothing here, as this end asks nothing
        if (phase != Phase.SERVING || frame.header().isResponse()) {
            return;
        }
        RequestHeader header = RequestDecoder.header(frame.header());
        ServerCall call = new ServerCall(this, header, RequestDecoder.request(frame));
        if (!header.oneway()) {
            inFlight++;
        }
        dispatch(call);
        regulateReading();
    }

    @SuppressWarnings(
            "IllegalCatch") // the edge of the event loop: a fault in one request is answered, not the channel's end
    private void dispatch(ServerCall call) {
        try {
            handler.handle(call);
        } catch (RuntimeException fault) {
            LOG.error("the handler failed on {} from {}", call.header(), remoteAddress, fault);
            if (call.trySettle()) {
                answer(call.header(), FrameworkReplies.failed(fault));
            }
        }
    }

    @SuppressWarnings("IllegalCatch") // the edge of the event loop: the handler's bookkeeping must not stop ours
    private void guarded(String what, Runnable notice) {
        try {
            notice.run();
        } catch (RuntimeException fault) {
            LOG.error("the handler's {} failed for {}", what, remoteAddress, fault);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        regulateReading();
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            LOG.info(
                    "closing connection from {}: nothing was sent or received for {}", remoteAddress, limits.idleMax());
            closeOurselves();
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            // a reset; the channel ends by itself, and it is the peer who ended it
            LOG.debug("connection from {} failed: {}", remoteAddress, cause.toString());
            context.close();
        } else if (closeIsOurs) {
            LOG.debug("after the decision to close the connection from {}", remoteAddress, cause);
            context.close();
        } else if (cause instanceof FrameException) {
            LOG.warn("closing connection from {}: frame refused: {}", remoteAddress, cause.getMessage());
            closeOurselves();
        } else if (cause instanceof OutOfMemoryError) {
            // of direct buffers (one of the heap ends the process): it hits whoever reads next, and a trace for each
            // says nothing
            LOG.error("closing connection from {}: {}", remoteAddress, cause.toString());
            closeOurselves();
        } else {
            LOG.error("closing connection from {}: unexpected fault", remoteAddress, cause);
            closeOurselves();
        }
    }

    // --- moves ---

    private void settled() {
        inFlight--;
        regulateReading();
        lingerIfDrained();
    }

    private void regulateReading() {
        if (phase != Phase.SERVING) {
            return;
        }
        overInFlight = inFlight > (overInFlight ? limits.inFlightResume() : limits.inFlightMax() - 1);
        channel.config().setAutoRead(!overInFlight && channel.isWritable());
    }

    private void drain() {
        if (phase != Phase.SERVING || !channel.isActive()) {
            return;
        }
        phase = Phase.DRAINING;
        closeIsOurs = true;
        channel.config().setAutoRead(false);
        closeAfter(limits.drainMax().toNanos());
        lingerIfDrained();
    }

    private void lingerIfDrained() {
        if (phase == Phase.DRAINING && inFlight == 0) {
            phase = Phase.LINGERING;
            // completes when everything written before it has gone out
            write(Unpooled.EMPTY_BUFFER).addListener(written -> linger());
        }
    }

    private void linger() {
        if (!channel.isActive()) {
            return;
        }
        ((DuplexChannel) channel).shutdownOutput().addListener(shut -> {
            channel.config().setAutoRead(true);
            closeAfter(limits.lingerMax().toNanos());
        });
    }

    private void closeAfter(long nanos) {
        channel.eventLoop().schedule(this::closeOurselves, nanos, TimeUnit.NANOSECONDS);
    }

    private ChannelFuture write(ByteBuf bytes) {
        return channel.writeAndFlush(bytes);
    }

    private void closeOurselves() {
        if (channel.isOpen()) {
            closeIsOurs = true;
            channel.close();
        }
    }
}
