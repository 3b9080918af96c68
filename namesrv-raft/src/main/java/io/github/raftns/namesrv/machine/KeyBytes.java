package io.github.raftns.namesrv.machine;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The parts that keys are made of. A name that others follow is closed: a zero byte in it becomes 00 FF, and 00 01 ends it, so
 * that no closed name begins another and keys sort by name first. The last name of a key stands open, to its end. Names sort
 * by their UTF-8 bytes. Not thread-safe; one instance a key.
 */
final class KeyBytes {
    private static final byte ZERO = 0;
    private static final byte ESCAPED = (byte) 0xFF;
    private static final byte END = 1;

    private byte[] bytes = new byte[64];
    private int length;

    static KeyBytes of(Table table) {
        return new KeyBytes().add(table.letter());
    }

    KeyBytes closed(String name) {
        for (byte b : utf8(name)) {
            add(b);
            if (b == ZERO) {
                add(ESCAPED);
            }
        }
        return add(ZERO).add(END);
    }

    KeyBytes open(String name) {
        byte[] text = utf8(name);
        reserve(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    /** Big endian with the sign flipped, so that numbers sort as numbers. */
    KeyBytes number(long number) {
        long flipped = number ^ Long.MIN_VALUE;
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            add((byte) (flipped >>> shift));
        }
        return this;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private KeyBytes add(byte b) {
        reserve(1);
        bytes[length++] = b;
        return this;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            byte[] result = new byte[encoded.remaining()];
            encoded.get(result);
            return result;
        } catch (CharacterCodingException halfSurrogate) {
            throw new StateFault("a name holds half a surrogate pair and cannot be a key", halfSurrogate);
        }
    }

    /** Reads the parts back. Not thread-safe. */
    static final class Reader {
        private final byte[] key;
        private int position = 1; // after the table's letter

        Reader(byte[] key) {
            this.key = key;
        }

        String closed() {
            byte[] name = new byte[key.length];
            int size = 0;
            while (true) {
                byte b = next();
                if (b == ZERO) {
                    byte mark = next();
                    if (mark == END) {
                        return text(name, 0, size);
                    }
                    if (mark != ESCAPED) {
                        throw new StateFault("a row's key has the byte " + mark + " after a zero");
                    }
                }
                name[size++] = b;
            }
        }

        String open() {
            String name = text(key, position, key.length - position);
            position = key.length;
            return name;
        }

        long number() {
            long number = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                number = (number << Byte.SIZE) | (next() & 0xFF);
            }
            return number ^ Long.MIN_VALUE;
        }

        void end() {
            if (position != key.length) {
                throw new StateFault("a row's key has " + (key.length - position) + " bytes too many");
            }
        }

        private byte next() {
            if (position == key.length) {
                throw new StateFault("a row's key ends too early");
            }
            return key[position++];
        }

        private static String text(byte[] bytes, int from, int length) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .decode(ByteBuffer.wrap(bytes, from, length))
                        .toString();
            } catch (CharacterCodingException malformed) {
                throw new StateFault("a name in a row's key is not UTF-8", malformed);
            }
        }
    }
}
