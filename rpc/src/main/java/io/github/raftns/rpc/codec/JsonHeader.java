package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.raftns.rpc.message.HeaderForm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;

/** The JSON form of a received header (protocol reference 1.2). Unknown members are skipped; absent numbers are 0. */
final class JsonHeader {
    private final int extFieldsMax;

    JsonHeader(int extFieldsMax) {
        this.extFieldsMax = extFieldsMax;
    }

    FrameHeader decode(ByteBuf header) throws FrameException {
        try (JsonParser parser = open(header)) {
            FrameHeader decoded = object(parser);
            if (parser.nextToken() != null) {
                throw new FrameException("header has something after its JSON object");
            }
            return decoded;
        } catch (IOException notJson) {
            throw new FrameException("header is not readable JSON: " + firstLine(notJson));
        }
    }

    private static JsonParser open(ByteBuf header) throws IOException {
        if (header.hasArray()) {
            return LenientJson.HEADER.createParser(
                    header.array(), header.arrayOffset() + header.readerIndex(), header.readableBytes());
        }
        return LenientJson.HEADER.createParser(ByteBufUtil.getBytes(header));
    }

    private FrameHeader object(JsonParser parser) throws IOException, FrameException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new FrameException("header is not a JSON object");
        }
        int code = 0;
        int version = 0;
        int opaque = 0;
        int flags = 0;
        String remark = null;
        ExtFields extFields = ExtFields.NONE;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "code" -> code = number(parser, name);
                case "version" -> version = number(parser, name);
                case "opaque" -> opaque = number(parser, name);
                case "flag" -> flags = number(parser, name);
                case "remark" -> remark = text(parser);
                case "extFields" -> extFields = extFields(parser);
                default -> parser.skipChildren();
            }
        }
        return new FrameHeader(HeaderForm.JSON, code, version, opaque, flags, remark, extFields);
    }

    private ExtFields extFields(JsonParser parser) throws IOException, FrameException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                return ExtFields.NONE;
            }
            throw new FrameException("header member extFields is not a JSON object");
        }
        ExtFields.Collector fields = new ExtFields.Collector(extFieldsMax);
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            String value = text(parser);
            if (value != null) {
                fields.add(name, value);
            }
        }
        return fields.collected();
    }

    /** Any scalar as text; null for null, and for an object or array, which no field of ours is. */
    private static String text(JsonParser parser) throws IOException {
        if (parser.currentToken().isStructStart()) {
            parser.skipChildren();
            return null;
        }
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private static int number(JsonParser parser, String name) throws IOException, FrameException {
        String text = text(parser);
        if (text == null) {
            return 0;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notAnInt) {
            throw new FrameException("header member " + name + " is not a 32-bit number");
        }
    }

    private static String firstLine(IOException problem) {
        String text = String.valueOf(problem.getMessage());
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
