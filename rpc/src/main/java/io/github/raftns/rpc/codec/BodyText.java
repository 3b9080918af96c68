package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.model.EncodedBody;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Appends JSON text to a growing array of bytes, without blanks. It exists because the legacy dialect is not JSON and no JSON
 * library writes it. Commas and brackets are the caller's; what is written as text or key is always escaped. Half of a surrogate
 * pair, which UTF-8 cannot hold and strict parsers refuse, becomes a question mark.
 *
 * <p>Used by the body encoders of this package, one instance a body, by one thread.
 */
final class BodyText {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    /** Longest that one character becomes: backslash, u, four digits. */
    private static final int CHAR_BYTES_MAX = 6;

    private final BodyDialect dialect;
    private byte[] bytes;
    private int length;

    BodyText(BodyDialect dialect, int expectedBytes) {
        this.dialect = dialect;
        this.bytes = new byte[Math.max(64, expectedBytes)];
    }

    /** Brackets, commas, member names: text that is known here, in ASCII, and needs no escape. */
    BodyText structure(String ascii) {
        reserve(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    BodyText comma() {
        reserve(1);
        bytes[length++] = ',';
        return this;
    }

    BodyText number(long value) {
        return structure(Long.toString(value));
    }

    BodyText bool(boolean value) {
        return structure(value ? "true" : "false");
    }

    /** The key of an integer-keyed map, with its colon: the one place where the dialects differ in structure. */
    BodyText integerKey(long key) {
        return switch (dialect) {
            case LEGACY -> number(key).structure(":");
            case STANDARD -> structure("\"").number(key).structure("\":");
        };
    }

    BodyText key(String text) {
        return text(text).structure(":");
    }

    BodyText text(String text) {
        // one growth for the usual case of short ASCII; the loop reserves again where a character takes more
        reserve(text.length() + 2);
        bytes[length++] = '"';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                pair(c, text.charAt(i));
            } else {
                single(Character.isSurrogate(c) ? '?' : c);
            }
        }
        reserve(1);
        bytes[length++] = '"';
        return this;
    }

    EncodedBody toBody() {
        return EncodedBody.owning(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
    }

    private void pair(char high, char low) {
        switch (dialect) {
            case STANDARD -> {
                escaped(high);
                escaped(low);
            }
            case LEGACY -> {
                int codePoint = Character.toCodePoint(high, low);
                reserve(CHAR_BYTES_MAX);
                bytes[length++] = (byte) (0xF0 | codePoint >> 18);
                continuation(codePoint >> 12);
                continuation(codePoint >> 6);
                continuation(codePoint);
            }
        }
    }

    private void single(char c) {
        reserve(CHAR_BYTES_MAX);
        switch (c) {
            case '"' -> twoBytes('"');
            case '\\' -> twoBytes('\\');
            case '\b' -> twoBytes('b');
            case '\t' -> twoBytes('t');
            case '\n' -> twoBytes('n');
            case '\f' -> twoBytes('f');
            case '\r' -> twoBytes('r');
            case '/' -> {
                switch (dialect) {
                    case LEGACY -> bytes[length++] = '/';
                    case STANDARD -> twoBytes('/');
                }
            }
            default -> plain(c);
        }
    }

    private void plain(char c) {
        if (c >= 0x20 && c < 0x7F) {
            bytes[length++] = (byte) c;
        } else if (mustBeEscaped(c)) {
            escaped(c);
        } else if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | c >> 6);
            continuation(c);
        } else {
            bytes[length++] = (byte) (0xE0 | c >> 12);
            continuation(c >> 6);
            continuation(c);
        }
    }

    /** In the legacy dialect: the controls, old and new, and the two line separators of Unicode. */
    private boolean mustBeEscaped(char c) {
        return dialect == BodyDialect.STANDARD || c < 0x20 || (c >= 0x7F && c < 0xA0) || c == '\u2028' || c == '\u2029';
    }

    private void twoBytes(char second) {
        bytes[length++] = '\\';
        bytes[length++] = (byte) second;
    }

    private void escaped(char c) {
        reserve(CHAR_BYTES_MAX);
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        bytes[length++] = HEX[c >> 12];
        bytes[length++] = HEX[c >> 8 & 0xF];
        bytes[length++] = HEX[c >> 4 & 0xF];
        bytes[length++] = HEX[c & 0xF];
    }

    private void continuation(int bits) {
        bytes[length++] = (byte) (0x80 | (bits & 0x3F));
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(
                    bytes, Math.max(Math.addExact(length, more), Math.addExact(bytes.length, bytes.length >> 1)));
        }
    }
}
