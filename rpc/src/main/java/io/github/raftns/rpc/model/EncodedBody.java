package io.github.raftns.rpc.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Immutable bytes of a message body. Compares by content; hands out read-only views, never its array. */
public final class EncodedBody {
    public static final EncodedBody EMPTY = new EncodedBody(new byte[0]);

    private final byte[] bytes;

    private EncodedBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes the array over without a copy; the caller must not touch it again. */
    public static EncodedBody owning(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new EncodedBody(bytes);
    }

    /** Copies the remaining bytes; the buffer's position is left as it is. */
    public static EncodedBody copyOf(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return owning(copy);
    }

    public static EncodedBody utf8(String text) {
        return owning(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return bytes.length;
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /** A read-only view from the first byte; each caller gets its own position. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    public byte[] toByteArray() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedBody that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** As UTF-8 text when short, otherwise only the length: bodies can be megabytes. */
    @Override
    public String toString() {
        return bytes.length <= 512 ? new String(bytes, StandardCharsets.UTF_8) : bytes.length + " bytes";
    }
}
