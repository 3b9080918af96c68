package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames on a connection: those within the limit pass byte for byte, however they are cut; others end it. */
class FrameLimitTest {
    private static final int LIMIT = 1_000;

    private final EmbeddedChannel channel = new EmbeddedChannel(new FrameLimit(LIMIT));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 21, 22, 23, 100, 5_000})
    void framesPassHoweverTheyAreCut(int step) {
        byte[] sent = HostileBytes.concat(
                HostileBytes.request(1, "some.Class", 1, new byte[LIMIT - 32]),
                HostileBytes.response(2, 0, "some.Class", new byte[0]),
                second((byte) 1, (byte) 1, 50, 0),
                HostileBytes.request(3, "", 1, new byte[0]),
                second((byte) 2, (byte) 0, 60, 4),
                HostileBytes.response(4, 0, "c", new byte[300]));
        for (int from = 0; from < sent.length; from += step) {
            channel.writeInbound(Unpooled.copiedBuffer(sent, from, Math.min(step, sent.length - from)));
        }
        assertThat(received()).isEqualTo(sent);
        assertThat(channel.isOpen()).isTrue();
    }

    /** A request (type 1) or response (type 0) of bolt's second protocol, with room for a checksum. */
    private static byte[] second(byte version, byte type, int content, int checksum) {
        ByteBuffer frame = ByteBuffer.allocate((type == 0 ? 22 : 24) + content + checksum)
                .put((byte) 2)
                .put(version)
                .put(type)
                .putShort((short) 1)
                .put((byte) 1)
                .putInt(9)
                .put((byte) 1)
                .put((byte) (checksum > 0 ? 1 : 0));
        if (type == 0) {
            frame.putShort((short) 0);
        } else {
            frame.putInt(1_000);
        }
        return frame.putShort((short) 0).putShort((short) 0).putInt(content).array();
    }

    @Test
    void aFrameOverTheLimitEndsTheConnectionAtItsHeader() {
        byte[] frame = HostileBytes.request(1, "some.Class", 1, new byte[LIMIT - 31]);
        channel.writeInbound(Unpooled.copiedBuffer(frame, 0, 21));
        assertThat(channel.isOpen()).isTrue();
        channel.writeInbound(Unpooled.copiedBuffer(frame, 21, 1));
        assertThat(channel.isOpen()).isFalse();
        assertThat(received()).hasSize(21);
    }

    @Test
    void afterwardsNothingPasses() {
        ByteBuf first = Unpooled.copiedBuffer(HostileBytes.request(1, "c", 1, new byte[LIMIT]));
        channel.writeInbound(first);
        assertThat(channel.isOpen()).isFalse();
        assertThat(first.refCnt()).isZero();
        assertThat(received()).isEmpty();
    }

    @Test
    void negativeLengthsEndTheConnection() {
        byte[] frame = HostileBytes.request(1, "some.Class", 1, new byte[4]);
        frame[18] = (byte) 0x80;
        channel.writeInbound(Unpooled.copiedBuffer(frame));
        assertThat(channel.isOpen()).isFalse();

        EmbeddedChannel other = new EmbeddedChannel(new FrameLimit(LIMIT));
        frame = HostileBytes.request(1, "some.Class", 1, new byte[4]);
        frame[14] = (byte) 0xff;
        other.writeInbound(Unpooled.copiedBuffer(frame));
        assertThat(other.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 3, 71, -1})
    void whatIsNoFrameOfBoltEndsTheConnection(byte first) {
        channel.writeInbound(Unpooled.copiedBuffer(new byte[] {first}));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anUnknownVersionOrTypeEndsTheConnection() {
        channel.writeInbound(Unpooled.copiedBuffer(new byte[] {2, 3}));
        assertThat(channel.isOpen()).isFalse();
        EmbeddedChannel other = new EmbeddedChannel(new FrameLimit(LIMIT));
        other.writeInbound(Unpooled.copiedBuffer(new byte[] {1, 9}));
        assertThat(other.isOpen()).isFalse();
    }

    private byte[] received() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ByteBuf part = channel.readInbound(); part != null; part = channel.readInbound()) {
            byte[] bytes = new byte[part.readableBytes()];
            part.readBytes(bytes);
            part.release();
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }
}
