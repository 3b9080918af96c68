package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;
import io.netty.buffer.ByteBuf;

/**
 * One frame's bytes to a {@link Frame}. Every length is checked before it is used, and the only thing that leaves on bad
 * input is {@link FrameException}. Called by the transport's splitter on event loops; stateless.
 *
 * <p>Layout (protocol reference 1.1): length (4), type (1), header length (3), header, body.
 */
public final class FrameParser {
    private final FrameLimits limits;
    private final JsonHeader json;
    private final BinaryHeader binary;

    public FrameParser(FrameLimits limits) {
        this.limits = limits;
        this.json = new JsonHeader(limits.extFieldsMax());
        this.binary = new BinaryHeader(limits.extFieldsMax());
    }

    /** Checks a length field as soon as its four bytes are there, so that no byte of a bad frame is waited for. */
    public void checkLength(int frameBytes) throws FrameException {
        if (frameBytes < FrameLimits.FRAME_BYTES_MIN || frameBytes > limits.frameBytesMax()) {
            throw new FrameException("frame length " + frameBytes + " is not in " + FrameLimits.FRAME_BYTES_MIN + ".."
                    + limits.frameBytesMax());
        }
    }

    /**
     * Checks type and header length as soon as they are there.
     *
     * @param typeAndLength the four bytes after the length field
     */
    public HeaderForm checkHead(int typeAndLength, int frameBytes) throws FrameException {
        int type = typeAndLength >>> 24;
        int headerBytes = headerBytes(typeAndLength);
        if (headerBytes > frameBytes - FrameLimits.FRAME_BYTES_MIN) {
            throw new FrameException("header length " + headerBytes + " does not fit a frame of " + frameBytes);
        }
        if (headerBytes > limits.headerBytesMax()) {
            throw new FrameException(
                    "header length " + headerBytes + " is over the limit of " + limits.headerBytesMax());
        }
        if (type == HeaderForm.JSON.type()) {
            return HeaderForm.JSON;
        }
        if (type == HeaderForm.BINARY.type()) {
            return HeaderForm.BINARY;
        }
        throw new FrameException("header type " + type + " is unknown; known are 0 (JSON) and 1 (binary)");
    }

    /**
     * Parses a whole frame without its length field.
     *
     * @param frame stays the caller's; the result holds a count of its own for the body
     */
    public Frame parse(ByteBuf frame) throws FrameException {
        checkLength(frame.readableBytes());
        int frameBytes = frame.readableBytes();
        int typeAndLength = frame.readInt();
        HeaderForm form = checkHead(typeAndLength, frameBytes);
        ByteBuf bytes = frame.readSlice(headerBytes(typeAndLength));
        FrameHeader header =
                switch (form) {
                    case JSON -> json.decode(bytes);
                    case BINARY -> binary.decode(bytes);
                };
        return new Frame(header, frame.readRetainedSlice(frame.readableBytes()));
    }

    private static int headerBytes(int typeAndLength) {
        return typeAndLength & 0xFF_FFFF;
    }
}
