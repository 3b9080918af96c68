package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;
import io.netty.buffer.ByteBuf;

/** The binary form of a received header (protocol reference 1.3). Must be consumed to its last byte. */
final class BinaryHeader {
    /** code (2), language (1), version (2), opaque (4), flags (4), remark length (4), ext-field length (4). */
    private static final int BYTES_MIN = 21;

    private final int extFieldsMax;

    BinaryHeader(int extFieldsMax) {
        this.extFieldsMax = extFieldsMax;
    }

    FrameHeader decode(ByteBuf header) throws FrameException {
        require(header, BYTES_MIN, "fixed part");
        int code = header.readShort();
        header.skipBytes(1); // the language decides nothing here
        int version = header.readShort();
        int opaque = header.readInt();
        int flags = header.readInt();
        String remark = text(header, header.readInt(), "remark");
        require(header, 4, "ext-field length");
        int extBytes = header.readInt();
        if (extBytes != header.readableBytes()) {
            throw new FrameException("binary header: ext-field length is " + extBytes + ", but "
                    + header.readableBytes() + " bytes are left");
        }
        return new FrameHeader(HeaderForm.BINARY, code, version, opaque, flags, remark, extFields(header));
    }

    private ExtFields extFields(ByteBuf header) throws FrameException {
        if (!header.isReadable()) {
            return ExtFields.NONE;
        }
        ExtFields.Collector fields = new ExtFields.Collector(extFieldsMax);
        while (header.isReadable()) {
            require(header, 2, "name length");
            String name = text(header, header.readShort(), "name");
            require(header, 4, "value length");
            String value = text(header, header.readInt(), "value");
            if (name != null && value != null) {
                fields.add(name, value);
            }
        }
        return fields.collected();
    }

    /** A text of no length is no text, as with stock. */
    private static String text(ByteBuf header, int bytes, String what) throws FrameException {
        if (bytes == 0) {
            return null;
        }
        if (bytes < 0) {
            throw new FrameException("binary header: " + what + " has negative length " + bytes);
        }
        require(header, bytes, what);
        String text = StrictText.read(header, bytes);
        if (text == null) {
            throw new FrameException("binary header: " + what + " is not UTF-8");
        }
        return text;
    }

    private static void require(ByteBuf header, int bytes, String what) throws FrameException {
        if (header.readableBytes() < bytes) {
            throw new FrameException(
                    "binary header: " + what + " needs " + bytes + " bytes, " + header.readableBytes() + " are left");
        }
    }
}
