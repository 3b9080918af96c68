package io.github.raftns.rpc.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

/** A received frame: its header, and its body as a counted slice of the receive buffer. Whoever takes it releases it. */
public final class Frame extends DefaultByteBufHolder {
    private final FrameHeader header;

    Frame(FrameHeader header, ByteBuf body) {
        super(body);
        this.header = header;
    }

    public FrameHeader header() {
        return header;
    }

    /** No readable byte = no body. */
    public ByteBuf body() {
        return content();
    }

    @Override
    public Frame replace(ByteBuf body) {
        return new Frame(header, body);
    }
}
