package io.github.raftns.namesrv.replication;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before bolt's decoder, which would collect a frame of any length its sender claims. Follows the frames by the lengths in
 * their headers, copies nothing, and closes the connection, with one line in the log, at a frame that is too long or is none of
 * bolt's.
 *
 * <p>One instance a connection, on its event loop.
 */
final class FrameLimit extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(FrameLimit.class);

    private final int frameBytesMax;
    private final byte[] header = new byte[FrameHeader.BYTES_MAX];
    private int headerBytes;
    private int bodyBytes; // still to come of the present frame
    private boolean closed;

    FrameLimit(int frameBytesMax) {
        this.frameBytesMax = frameBytesMax;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (closed || (message instanceof ByteBuf bytes && !follow(context, bytes))) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    /** Walks over the bytes without consuming them; false when the connection was closed for what they say. */
    private boolean follow(ChannelHandlerContext context, ByteBuf bytes) {
        int position = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (position < end) {
            if (bodyBytes > 0) {
                int step = Math.min(bodyBytes, end - position);
                bodyBytes -= step;
                position += step;
                continue;
            }
            header[headerBytes++] = bytes.getByte(position++);
            FrameHeader known = FrameHeader.read(header, headerBytes);
            if (known.broken() || (known.complete() && known.bodyBytes() + headerBytes > frameBytesMax)) {
                close(context, known);
                return false;
            }
            if (known.complete()) {
                bodyBytes = (int) known.bodyBytes();
                headerBytes = 0;
            }
        }
        return true;
    }

    private void close(ChannelHandlerContext context, FrameHeader seen) {
        closed = true;
        if (seen.broken()) {
            LOG.warn(
                    "closed the connection with {}: no frame starts with {}",
                    context.channel().remoteAddress(),
                    Arrays.toString(Arrays.copyOf(header, headerBytes)));
        } else {
            LOG.warn(
                    "closed the connection with {}: a frame of {} bytes, at most {} are allowed",
                    context.channel().remoteAddress(),
                    seen.bodyBytes() + headerBytes,
                    frameBytesMax);
        }
        ChannelFuture unused = context.close();
    }
}
