package io.github.raftns.rpc.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Frames written byte by byte, independently of the encoder under test. */
public final class RawFrame {
    private final int type;
    private final byte[] header;
    private final byte[] body;

    /** Takes the arrays over. */
    public RawFrame(int type, byte[] header, byte[] body) {
        this.type = type;
        this.header = header;
        this.body = body;
    }

    public static RawFrame json(String header) {
        return json(header, "");
    }

    public static RawFrame json(String header, String body) {
        return new RawFrame(0, utf8(header), utf8(body));
    }

    /** A JSON request with ext-fields given as JSON. */
    public static RawFrame request(int code, int opaque, int flag, String extFields, String body) {
        return json(
                "{\"code\":" + code + ",\"extFields\":" + extFields + ",\"flag\":" + flag
                        + ",\"language\":\"JAVA\",\"opaque\":" + opaque
                        + ",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":479}",
                body);
    }

    /** The whole frame with its length field. */
    public byte[] bytes() {
        return ByteBuffer.allocate(8 + header.length + body.length)
                .putInt(4 + header.length + body.length)
                .putInt(type << 24 | header.length)
                .put(header)
                .put(body)
                .array();
    }

    /** The frame without its length field. */
    public byte[] bytesAfterLength() {
        byte[] all = bytes();
        byte[] rest = new byte[all.length - 4];
        System.arraycopy(all, 4, rest, 0, rest.length);
        return rest;
    }

    public int type() {
        return type;
    }

    public String headerText() {
        return new String(header, StandardCharsets.UTF_8);
    }

    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
