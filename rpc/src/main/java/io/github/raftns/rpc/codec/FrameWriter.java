package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.model.EncodedBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Header and body to the bytes of one frame, in one buffer that fits them exactly. The body goes from its own bytes
 * straight into that buffer: the one copy that a socket needs anyway.
 */
final class FrameWriter {
    /** Length field, type byte and 24-bit header length. */
    private static final int PREFIX_BYTES = 8;

    private static final byte[] OK_START =
            ascii("{\"code\":0,\"flag\":1,\"language\":\"" + OutgoingHeader.LANGUAGE + "\",\"opaque\":");
    private static final byte[] OK_END =
            ascii(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":" + OutgoingHeader.VERSION + "}");

    private FrameWriter() {}

    static ByteBuf write(ByteBufAllocator allocator, OutgoingHeader header, EncodedBody body) {
        return switch (header.form()) {
            case JSON -> json(allocator, header, body);
            case BINARY -> binary(allocator, header, body);
        };
    }

    /** What most replies are: success, no remark, no ext-fields. The same bytes as {@link #write}, without building text. */
    static ByteBuf writeOkJson(ByteBufAllocator allocator, int opaque, EncodedBody body) {
        String number = Integer.toString(opaque);
        int headerBytes = OK_START.length + number.length() + OK_END.length;
        ByteBuf frame = start(allocator, HeaderForm.JSON, headerBytes, body);
        frame.writeBytes(OK_START);
        frame.writeCharSequence(number, StandardCharsets.US_ASCII);
        frame.writeBytes(OK_END);
        return finish(frame, body);
    }

    private static ByteBuf json(ByteBufAllocator allocator, OutgoingHeader header, EncodedBody body) {
        StringBuilder text = JsonHeaderWriter.write(header);
        ByteBuf frame = start(allocator, HeaderForm.JSON, ByteBufUtil.utf8Bytes(text), body);
        ByteBufUtil.writeUtf8(frame, text);
        return finish(frame, body);
    }

    private static ByteBuf binary(ByteBufAllocator allocator, OutgoingHeader header, EncodedBody body) {
        int remarkBytes = header.remark() == null ? 0 : ByteBufUtil.utf8Bytes(header.remark());
        int extBytes = extBytes(header);
        int headerBytes = 2 + 1 + 2 + 4 + 4 + 4 + remarkBytes + 4 + extBytes;
        ByteBuf frame = start(allocator, HeaderForm.BINARY, headerBytes, body);
        frame.writeShort(header.code());
        frame.writeByte(OutgoingHeader.LANGUAGE_CODE);
        frame.writeShort(OutgoingHeader.VERSION);
        frame.writeInt(header.opaque());
        frame.writeInt(header.flags());
        frame.writeInt(remarkBytes);
        if (remarkBytes > 0) {
            ByteBufUtil.writeUtf8(frame, header.remark());
        }
        frame.writeInt(extBytes);
        if (extBytes > 0) {
            for (Map.Entry<String, String> field : header.extFields().entrySet()) {
                frame.writeShort(ByteBufUtil.utf8Bytes(field.getKey()));
                ByteBufUtil.writeUtf8(frame, field.getKey());
                frame.writeInt(ByteBufUtil.utf8Bytes(field.getValue()));
                ByteBufUtil.writeUtf8(frame, field.getValue());
            }
        }
        return finish(frame, body);
    }

    private static int extBytes(OutgoingHeader header) {
        int bytes = 0;
        if (header.extFields() != null) {
            for (Map.Entry<String, String> field : header.extFields().entrySet()) {
                bytes += 2 + ByteBufUtil.utf8Bytes(field.getKey()) + 4 + ByteBufUtil.utf8Bytes(field.getValue());
            }
        }
        return bytes;
    }

    private static ByteBuf start(ByteBufAllocator allocator, HeaderForm form, int headerBytes, EncodedBody body) {
        ByteBuf frame = allocator.ioBuffer(PREFIX_BYTES + headerBytes + body.length());
        frame.writeInt(FrameLimits.FRAME_BYTES_MIN + headerBytes + body.length());
        frame.writeByte(form.type());
        frame.writeMedium(headerBytes);
        return frame;
    }

    private static ByteBuf finish(ByteBuf frame, EncodedBody body) {
        if (!body.isEmpty()) {
            frame.nioBuffer(frame.writerIndex(), body.length()).put(body.buffer());
            frame.writerIndex(frame.writerIndex() + body.length());
        }
        return frame;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
