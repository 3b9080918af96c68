package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.model.TopicTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The body of a registration (103) to a {@link TopicTable}: JSON of 4.9 and 5.x, plain or in the compressed layout. Bounded
 * by {@link BodyLimits}; whatever the bytes are, the only exception is {@link BodyException}. Any thread; a big body takes
 * tens of milliseconds, so call it off the event loops.
 */
public final class RegistrationBodyDecoder {
    /** V3_0_11: before it the body is the topic wrapper itself. */
    private static final int WRAPPED_BODY_VERSION = 37;
    /** V5_0_0: from it on a compressed body has a section of mappings. */
    private static final int MAPPINGS_VERSION = 413;
    /** First byte of a zlib stream as Java writes it, and of no JSON. */
    private static final int ZLIB = 0x78;

    private static final int CRC_MASK = 0x7FFF_FFFF;

    private final BodyLimits limits;

    public RegistrationBodyDecoder(BodyLimits limits) {
        this.limits = limits;
    }

    /** Decodes the request's own body view, so only while that is valid. */
    public TopicTable decode(RegisterBrokerRequest request, int version) throws BodyException {
        return decode(request.body(), request.compressed(), version, request.bodyCrc32());
    }

    /**
     * Decodes the buffer's remaining bytes; its position is left as it is.
     *
     * @param compressed what the header says; a zlib stream is recognised even when it says false, as 5.x brokers do
     * @param version ordinal of the sender's RocketMQ version
     * @param bodyCrc32 0 = unchecked
     */
    public TopicTable decode(ByteBuffer body, boolean compressed, int version, int bodyCrc32) throws BodyException {
        checkChecksum(body, bodyCrc32);
        if (!body.hasRemaining()) {
            return TopicTable.EMPTY;
        }
        TableCollector table = new TableCollector(limits);
        try {
            if (isCompressed(body, compressed)) {
                try (InflatingInput input = new InflatingInput(body, limits.inflatedBytesMax())) {
                    new RegistrationRecords(input, table).body(version >= MAPPINGS_VERSION);
                }
            } else {
                try (JsonParser parser = LenientJson.body(new BufferInput(body))) {
                    new RegistrationJson(parser, table).body(version < WRAPPED_BODY_VERSION);
                }
            }
        } catch (BodyException known) {
            throw known;
        } catch (IOException | IllegalArgumentException unreadable) { // the nouns refuse what they cannot be
            throw new BodyException(
                    BodyException.Kind.MALFORMED, "registration body: " + unreadable.getMessage(), unreadable);
        }
        return table.collected();
    }

    static boolean isCompressed(ByteBuffer body, boolean compressed) {
        return compressed || (body.hasRemaining() && body.get(body.position()) == ZLIB);
    }

    private static void checkChecksum(ByteBuffer body, int expected) throws BodyException {
        if (expected == 0) {
            return;
        }
        CRC32 crc = new CRC32();
        crc.update(body.duplicate());
        int actual = (int) (crc.getValue() & CRC_MASK);
        if (actual != expected) {
            throw new BodyException(
                    BodyException.Kind.CHECKSUM,
                    "crc32 not match: bodyCrc32 is " + expected + ", the body's is " + actual);
        }
    }
}
