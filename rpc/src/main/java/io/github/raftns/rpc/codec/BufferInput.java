package io.github.raftns.rpc.codec;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads a buffer's remaining bytes as a stream, leaving the caller's position alone. One thread. */
final class BufferInput extends InputStream {
    private final ByteBuffer buffer;

    BufferInput(ByteBuffer buffer) {
        this.buffer = buffer.duplicate();
    }

    @Override
    public int read() {
        return buffer.hasRemaining() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (!buffer.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, offset, count);
        return count;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }
}
