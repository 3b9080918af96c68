package io.github.raftns.namesrv.replication;

import com.alipay.remoting.exception.CodecException;
import java.nio.charset.StandardCharsets;

/**
 * The part of the Hessian 2 grammar that our envelopes use, and a reader that refuses everything else before a Hessian object
 * exists: one class definition of an allowed name, its few field names, one instance, and values that are numbers, strings, bytes
 * or null. No lists, maps, references, remote objects or nested objects, so nothing can be deep, cyclic or larger than its frame.
 *
 * <p>One instance reads one message; not shared between threads.
 */
final class EnvelopeGrammar {
    private static final int NAME_BYTES_MAX = 256;
    private static final int FIELDS_MAX = 8;

    private final byte[] data;
    private int position;

    private EnvelopeGrammar(byte[] data) {
        this.data = data;
    }

    /**
     * The envelope class that the bytes are an instance of.
     *
     * @throws CodecException when they are anything else
     */
    static Class<?> check(byte[] data) throws CodecException {
        return new EnvelopeGrammar(data).envelope();
    }

    private Class<?> envelope() throws CodecException {
        expect('O', "a class definition");
        String name = ascii(smallInt("class name", NAME_BYTES_MAX));
        Class<?> type = Envelopes.named(name).orElseThrow(() -> refused("class '" + name + "' is not an envelope"));
        int fields = smallInt("field count", FIELDS_MAX);
        for (int i = 0; i < fields; i++) {
            string();
        }
        expect('o', "an instance");
        if (smallInt("class reference", FIELDS_MAX) != 0) {
            throw refused("an instance of an unknown class");
        }
        for (int i = 0; i < fields; i++) {
            value();
        }
        if (position != data.length) {
            throw refused((data.length - position) + " bytes too many");
        }
        return type;
    }

    private void value() throws CodecException {
        int tag = peek();
        if (tag == 'N' || tag == 'T' || tag == 'F') {
            position++;
        } else if (isString(tag)) {
            string();
        } else if (isBytes(tag)) {
            bytes();
        } else {
            number();
        }
    }

    private static boolean in(int tag, int first, int last) {
        return tag >= first && tag <= last;
    }

    private static boolean isString(int tag) {
        return tag <= 0x1f || tag == 'S' || tag == 's';
    }

    private static boolean isBytes(int tag) {
        return in(tag, 0x20, 0x2f) || tag == 'B' || tag == 'b';
    }

    /** A number in any of its forms: the tag alone, or with one, two, four or eight bytes more. */
    private void number() throws CodecException {
        int tag = next();
        if (in(tag, 0x80, 0xbf) || in(tag, 0xd8, 0xef)) {
            return;
        } else if (in(tag, 0xc0, 0xcf) || in(tag, 0xf0, 0xff)) {
            skip(1);
        } else if (in(tag, 0xd0, 0xd7) || in(tag, 0x38, 0x3f)) {
            skip(2);
        } else if (tag == 'I' || tag == 0x77) {
            skip(4);
        } else if (tag == 'L') {
            skip(8);
        } else {
            throw refused("value of kind 0x" + Integer.toHexString(tag));
        }
    }

    private void bytes() throws CodecException {
        int tag = next();
        while (tag == 'b') {
            skip(length16());
            tag = next();
        }
        if (tag == 'B') {
            skip(length16());
        } else if (in(tag, 0x20, 0x2f)) {
            skip(tag - 0x20);
        } else {
            throw refused("chunk of bytes of kind 0x" + Integer.toHexString(tag));
        }
    }

    /** Our strings are cluster ids, field names and short texts: one chunk suffices. Lengths count characters. */
    private void string() throws CodecException {
        int tag = next();
        if (tag == 'S') {
            characters(length16());
        } else if (tag <= 0x1f) {
            characters(tag);
        } else {
            throw refused("string of kind 0x" + Integer.toHexString(tag));
        }
    }

    private void characters(int count) throws CodecException {
        for (int i = 0; i < count; i++) {
            int first = next();
            if ((first & 0xe0) == 0xc0) {
                skip(1);
            } else if ((first & 0xf0) == 0xe0) {
                skip(2);
            } else if (first >= 0x80) {
                throw refused("broken text");
            }
        }
    }

    private int smallInt(String what, int max) throws CodecException {
        int tag = next();
        int value;
        if (in(tag, 0x80, 0xbf)) {
            value = tag - 0x90;
        } else if (in(tag, 0xc0, 0xcf)) {
            value = ((tag - 0xc8) << 8) + next();
        } else {
            throw refused(what + " of kind 0x" + Integer.toHexString(tag));
        }
        if (value < 0 || value > max) {
            throw refused(what + " " + value + " is not in 0.." + max);
        }
        return value;
    }

    private String ascii(int length) throws CodecException {
        int start = position;
        skip(length);
        return new String(data, start, length, StandardCharsets.US_ASCII);
    }

    private int length16() throws CodecException {
        return (next() << 8) + next();
    }

    private void expect(char tag, String what) throws CodecException {
        int found = next();
        if (found != tag) {
            throw refused("kind 0x" + Integer.toHexString(found) + " instead of " + what);
        }
    }

    private int peek() throws CodecException {
        if (position >= data.length) {
            throw refused("it ends too early");
        }
        return data[position] & 0xff;
    }

    private int next() throws CodecException {
        int value = peek();
        position++;
        return value;
    }

    private void skip(int count) throws CodecException {
        if (count > data.length - position) {
            throw refused("it ends too early");
        }
        position += count;
    }

    private static CodecException refused(String why) {
        return new CodecException("refused a message between nodes: " + why);
    }
}
