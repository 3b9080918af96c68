package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.testing.RawFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeProperty;

/** Whatever the bytes are, nothing but the declared exception leaves, and memory stays within sight of the input's size. */
class CodecFuzzTest {
    /** For buffers that the JSON parser keeps, a first class load and the like. */
    private static final long SLACK_BYTES = 4L << 20;

    private static final byte[] JSON_FRAME = RawFrame.json(CapturedRegistration.HEADER, CapturedRegistration.BODY)
            .bytesAfterLength();
    private static final byte[] BINARY_FRAME = new RawFrame(
                    1,
                    new byte[] {
                        0,
                        0x69,
                        0,
                        1,
                        (byte) 0xdf,
                        0,
                        0,
                        0,
                        7,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        1,
                        'r',
                        0,
                        0,
                        0,
                        13,
                        0,
                        5,
                        't',
                        'o',
                        'p',
                        'i',
                        'c',
                        0,
                        0,
                        0,
                        2,
                        'T',
                        'A'
                    },
                    new byte[0])
            .bytesAfterLength();
    private static final byte[] PLAIN_BODY = CapturedRegistration.BODY.getBytes(StandardCharsets.UTF_8);
    private static final byte[] COMPRESSED_BODY = CapturedRegistration.compressed(
            "{\"counter\":1,\"stateVersion\":0,\"timestamp\":1000}",
            List.of("T 4 8 6 SINGLE_TAG", "U 1 2 4 MULTI_TAG {}"),
            "[\"f:1\"]",
            List.of("{\"bname\":\"b1\",\"currIdMap\":{0:0,\"1\":3},\"topic\":\"T\",\"totalQueues\":4}"));

    private final FrameParser parser = new FrameParser(new FrameLimits(1 << 16, 1 << 12, 32, 1 << 16));
    private final RegistrationBodyDecoder bodies = new RegistrationBodyDecoder(new BodyLimits(1 << 16, 100, 100, 10));

    /** What is allocated once, by first use, is not what is measured. */
    @BeforeProperty
    void warmUp() {
        problemOfFrame(Unpooled.wrappedBuffer(JSON_FRAME), JSON_FRAME.length);
        problemOfBody(PLAIN_BODY, false, 479);
        problemOfBody(COMPRESSED_BODY, true, 479);
    }

    @Property(tries = 2000)
    void randomBytesAreAFrameOrABadOne(@ForAll @Size(max = 300) byte[] bytes) {
        checkFrame(bytes);
    }

    @Property(tries = 2000)
    void randomBytesBehindAProperHeadAreAFrameOrABadOne(
            @ForAll @IntRange(max = 1) int type, @ForAll @Size(max = 300) byte[] header) {
        checkFrame(new RawFrame(type, header, new byte[0]).bytesAfterLength());
    }

    @Property(tries = 2000)
    void damagedFramesAreAFrameOrABadOne(@ForAll boolean json, @ForAll @From("damages") List<Damage> damages) {
        checkFrame(damaged(json ? JSON_FRAME : BINARY_FRAME, damages));
    }

    @Property(tries = 2000)
    void damagedBodiesAreATableOrABodyException(
            @ForAll boolean compressed,
            @ForAll @From("versions") int version,
            @ForAll @From("damages") List<Damage> damages) {
        checkBody(damaged(compressed ? COMPRESSED_BODY : PLAIN_BODY, damages), compressed, version);
    }

    @Property(tries = 1000)
    void randomBodiesAreATableOrABodyException(
            @ForAll boolean compressed, @ForAll @From("versions") int version, @ForAll @Size(max = 200) byte[] bytes) {
        checkBody(bytes, compressed, version);
    }

    @Property(tries = 1000)
    void damagedInflatedBodiesAreATableOrABodyException(@ForAll @From("damages") List<Damage> damages) {
        byte[] plain = inflated(COMPRESSED_BODY);
        checkBody(deflated(damaged(plain, damages)), true, 479);
    }

    @Property(tries = 200)
    void bombsOfEveryFillingStayWithinTheLimit(
            @ForAll byte filling, @ForAll @IntRange(min = 1, max = 8) int mebibytes) {
        byte[] bomb = new byte[mebibytes << 20];
        Arrays.fill(bomb, filling);
        ByteBuffer.wrap(bomb).putInt(1 << 20);
        checkBody(deflated(bomb), true, 479);
    }

    /** Sets one byte, or cuts the rest off. */
    record Damage(double where, byte value, boolean cut) {}

    @Provide
    Arbitrary<List<Damage>> damages() {
        Arbitrary<Double> where = Arbitraries.doubles().between(0, 1);
        Arbitrary<Boolean> cut = Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true));
        return Combinators.combine(where, Arbitraries.bytes(), cut)
                .as(Damage::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Provide
    Arbitrary<Integer> versions() {
        return Arbitraries.of(0, 36, 407, 479, Integer.MAX_VALUE, -1);
    }

    private static byte[] damaged(byte[] original, List<Damage> damages) {
        byte[] bytes = original.clone();
        for (Damage damage : damages) {
            if (bytes.length == 0) {
                return bytes;
            }
            int at = (int) (damage.where() * (bytes.length - 1));
            bytes[at] = damage.value();
            if (damage.cut()) {
                bytes = Arrays.copyOf(bytes, at);
            }
        }
        return bytes;
    }

    private void checkFrame(byte[] bytes) {
        ByteBuf buffer = Unpooled.wrappedBuffer(bytes);
        long before = Allocation.total();
        String problem = problemOfFrame(buffer, bytes.length);
        long allocated = Allocation.total() - before;

        assertThat(problem).doesNotContain("\n");
        assertThat(buffer.refCnt()).isEqualTo(1);
        assertThat(allocated).isLessThan(SLACK_BYTES);
    }

    private String problemOfFrame(ByteBuf buffer, int length) {
        try {
            parser.checkLength(length);
            Frame frame = parser.parse(buffer);
            RequestDecoder.header(frame.header());
            if (RequestDecoder.request(frame) instanceof RegisterBrokerRequest registration) {
                RegistrationFingerprint.of(registration, 479);
            }
            frame.release();
            return "none";
        } catch (FrameException bad) {
            return bad.getMessage();
        }
    }

    private void checkBody(byte[] bytes, boolean compressed, int version) {
        long before = Allocation.total();
        String problem = problemOfBody(bytes, compressed, version);
        long allocated = Allocation.total() - before;

        assertThat(problem).isNotBlank();
        assertThat(allocated).isLessThan(SLACK_BYTES);
    }

    private String problemOfBody(byte[] bytes, boolean compressed, int version) {
        try {
            return bodies.decode(ByteBuffer.wrap(bytes), compressed, version, 0)
                    .version()
                    .toString();
        } catch (BodyException bad) {
            return bad.getMessage();
        }
    }

    private static byte[] deflated(byte[] plain) {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] out = new byte[plain.length + 64];
        int length = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    private static byte[] inflated(byte[] compressed) {
        try (InflatingInput input = new InflatingInput(ByteBuffer.wrap(compressed), 1 << 20)) {
            return input.readAllBytes();
        } catch (IOException ours) {
            throw new UncheckedIOException(ours);
        }
    }
}
