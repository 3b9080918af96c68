package io.github.raftns.namesrv.command;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.nio.ByteBuffer;

/**
 * What protobuf lets pass and replicated bytes must not: missing and unknown fields, fields given twice, text that would be
 * written as question marks. Stateless; any thread.
 */
public final class StrictWire {
    private StrictWire() {}

    /**
     * Parses all remaining bytes; the buffer's position is left as it is.
     *
     * @throws CommandFormatException when they are not one whole message of this type
     */
    public static <M extends Message> M parse(Parser<M> parser, ByteBuffer bytes, String what) {
        M message;
        try {
            message = parser.parseFrom(bytes.duplicate());
        } catch (InvalidProtocolBufferException malformed) {
            throw new CommandFormatException(what + " is malformed: " + malformed.getMessage(), malformed);
        }
        // a field given twice, or a number written longer than needed, is merged in silence and written back shorter
        if (message.getSerializedSize() != bytes.remaining()) {
            throw new CommandFormatException(what + " has " + bytes.remaining() + " bytes where "
                    + message.getSerializedSize() + " say the same: fields are repeated or trail");
        }
        return message;
    }

    /** @throws CommandFormatException when the message holds fields that this release does not know */
    public static void known(Message message) {
        if (!message.getUnknownFields().asMap().isEmpty()) {
            throw new CommandFormatException(message.getDescriptorForType().getName() + " has unknown fields "
                    + message.getUnknownFields().asMap().keySet());
        }
    }

    /** @throws CommandFormatException when the field is not there */
    public static void present(boolean has, String field) {
        if (!has) {
            throw new CommandFormatException(field + " is missing");
        }
    }

    /** @throws CommandFormatException when the envelope's format is missing or another than this one */
    public static void format(boolean has, int found, int known, String what) {
        present(has, what + ".format");
        if (found != known) {
            throw new CommandFormatException(what + " has format " + Integer.toUnsignedString(found)
                    + ", this release reads and writes " + known);
        }
    }

    /**
     * The same text, once it is known to survive UTF-8. Half a surrogate pair would be replaced by a question mark, and two
     * different names could become one.
     *
     * @throws CommandFormatException when it holds half a surrogate pair
     */
    public static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw new CommandFormatException("text holds half a surrogate pair at position " + i);
                }
                i++;
            }
        }
        return text;
    }
}
