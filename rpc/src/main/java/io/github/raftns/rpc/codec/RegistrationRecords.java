package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.github.raftns.rpc.model.DataVersion;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The layout inside a compressed registration body (protocol reference 3.5): counted and length-prefixed records. One
 * thread, one body.
 */
final class RegistrationRecords {
    /** Bytes of one record; the longest sensible one is a topic with its attributes. */
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final InputStream input;
    private final TableCollector table;

    RegistrationRecords(InputStream input, TableCollector table) {
        this.input = input;
        this.table = table;
    }

    void body(boolean withMappings) throws IOException {
        DataVersion version = DataVersionBody.decode(ByteBuffer.wrap(next("data version")));
        table.version(version);
        int topics = count("topic count");
        for (int i = 0; i < topics; i++) {
            byte[] record = next("topic record");
            String text = StrictText.read(Unpooled.wrappedBuffer(record), record.length);
            if (text == null) {
                throw BodyException.malformed("topic record: not UTF-8");
            }
            topic(text);
        }
        try (JsonParser parser = LenientJson.body(new ByteArrayInputStream(next("filter servers")))) {
            new RegistrationJson(parser, table).filterServersAlone();
        }
        if (withMappings) {
            int mappings = count("mapping count");
            for (int i = 0; i < mappings; i++) {
                try (JsonParser parser = LenientJson.body(new ByteArrayInputStream(next("topic mapping")))) {
                    new RegistrationJson(parser, table).mappingAlone();
                }
            }
        }
        if (input.read() >= 0) {
            throw BodyException.malformed("compressed body: bytes follow the last record");
        }
    }

    /** {@code name readQueues writeQueues perm filterType[ attributes]}; system flags do not exist in this form. */
    private void topic(String record) throws BodyException {
        String[] parts = record.split(" ", 6);
        if (parts.length < 5) {
            throw BodyException.malformed("topic record: expected 'name readQueues writeQueues perm filterType', found "
                    + parts.length + " of these");
        }
        table.topic(
                parts[0],
                new TopicNumbers(
                        number(parts[1], "readQueues"),
                        number(parts[2], "writeQueues"),
                        number(parts[3], "perm"),
                        TopicNumbers.SYSTEM_FLAGS_WHEN_ABSENT));
    }

    private static int number(String text, String what) throws BodyException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw BodyException.malformed("topic record: " + what + " is not a 32-bit number");
        }
    }

    private int count(String what) throws IOException {
        int count = integer(what);
        if (count < 0) {
            throw BodyException.malformed("compressed body: " + what + " is negative: " + count);
        }
        return count;
    }

    private byte[] next(String what) throws IOException {
        int length = integer(what);
        if (length < 0) {
            throw BodyException.malformed("compressed body: " + what + " has negative length " + length);
        }
        if (length > RECORD_BYTES_MAX) {
            throw new BodyException(
                    BodyException.Kind.TOO_LARGE,
                    "compressed body: " + what + " has " + length + " bytes, at most " + RECORD_BYTES_MAX
                            + " are accepted");
        }
        // allocates as the bytes arrive, not what a length promises
        byte[] bytes = input.readNBytes(length);
        if (bytes.length < length) {
            throw ended(what);
        }
        return bytes;
    }

    private int integer(String what) throws IOException {
        byte[] bytes = new byte[Integer.BYTES];
        if (input.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw ended(what);
        }
        return ByteBuffer.wrap(bytes).getInt();
    }

    private static EOFException ended(String what) {
        return new EOFException("compressed body ends within its " + what);
    }
}
