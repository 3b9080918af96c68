package io.github.raftns.rpc.transport;

import io.github.raftns.rpc.codec.FrameLimits;
import io.github.raftns.rpc.codec.FrameParser;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What both ends of a connection have in common, from the socket inwards: idle watch, one flush for many replies, frames.
 *
 * <p>The handler that an end puts behind it gets {@link io.github.raftns.rpc.codec.Frame}s to release, one
 * {@link io.github.raftns.rpc.codec.FrameException} at most, and an {@code IdleStateEvent} when nothing was read or
 * written for the idle time; on both of the latter it must close. While it has turned auto-read off it gets no frame, not
 * even one that was already received.
 */
public final class FramePipeline {
    /** Replies that may wait for one flush within one batch of reads. */
    private static final int FLUSH_AFTER = 256;

    private FramePipeline() {}

    public static void install(ChannelPipeline pipeline, FrameLimits limits, ReceiveBudget budget, Duration idleMax) {
        long idleNanos = idleMax.toNanos();
        pipeline.addLast(new IdleStateHandler(0, 0, idleNanos, TimeUnit.NANOSECONDS));
        pipeline.addLast(new FlushConsolidationHandler(FLUSH_AFTER, true));
        pipeline.addLast(new FrameSplitter(new FrameParser(limits), budget));
        pipeline.addLast(new FlowControlHandler());
    }
}
