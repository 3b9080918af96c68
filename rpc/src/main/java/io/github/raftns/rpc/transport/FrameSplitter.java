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
    /** What a channel's buffer may be without being counted, so that small requests in two pieces share no counter. */
    private static final int UNCOUNTED_BYTES = 4 << 10;

    private final FrameParser parser;
    private final ReceiveBudget budget;
    private long bytesTaken;
    private boolean broken;

    FrameSplitter(FrameParser parser, ReceiveBudget budget) {
        this.parser = parser;
        this.budget = budget;
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
            hold(in.isReadable() ? in.capacity() : 0); // a few bytes can keep a big buffer
        } catch (FrameException bad) {
            broken = true;
            giveBack();
            in.skipBytes(in.readableBytes());
            context.fireExceptionCaught(bad);
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        giveBack();
    }

    private void hold(int bytes) throws FrameException {
        long wanted = bytes <= UNCOUNTED_BYTES ? 0 : bytes;
        if (wanted <= bytesTaken) {
            budget.give(bytesTaken - wanted);
        } else if (!budget.take(wanted - bytesTaken)) {
            throw new FrameException(
                    "the unfinished frames of all connections hold the " + budget.bytesMax() + " bytes allowed");
        }
        bytesTaken = wanted;
    }

    private void giveBack() {
        budget.give(bytesTaken);
        bytesTaken = 0;
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
