package io.github.raftns.rpc.transport;

import io.github.raftns.rpc.codec.FrameException;
import io.github.raftns.rpc.codec.FrameParser;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts a channel's bytes into frames. Lengths are checked as soon as they are there, before any of the body is kept. The
 * first bad frame goes up once, as a {@link FrameException}; every byte after it is thrown away, as nothing after it can be
 * trusted. One channel's event loop.
 */
final class FrameSplitter extends ByteToMessageDecoder {
    private static final int HEAD_BYTES = 8;

    private final FrameParser parser;
    private boolean broken;

    FrameSplitter(FrameParser parser) {
        this.parser = parser;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            Object frame = next(in);
            if (frame != null) {
                out.add(frame);
            }
        } catch (FrameException bad) {
            broken = true;
            in.skipBytes(in.readableBytes());
            context.fireExceptionCaught(bad);
        }
    }

    private Object next(ByteBuf in) throws FrameException {
        if (in.readableBytes() < Integer.BYTES) {
            return null;
        }
        int start = in.readerIndex();
        int frameBytes = in.getInt(start);
        parser.checkLength(frameBytes);
        if (in.readableBytes() < HEAD_BYTES) {
            return null;
        }
        parser.checkHead(in.getInt(start + Integer.BYTES), frameBytes);
        if (in.readableBytes() - Integer.BYTES < frameBytes) {
            return null;
        }
        in.skipBytes(Integer.BYTES);
        return parser.parse(in.readSlice(frameBytes));
    }
}
