package io.github.raftns.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.rpc.codec.Frame;
import io.github.raftns.rpc.codec.FrameException;
import io.github.raftns.rpc.codec.FrameLimits;
import io.github.raftns.rpc.codec.FrameParser;
import io.github.raftns.rpc.testing.RawFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FrameSplitterTest {
    private static final FrameLimits LIMITS = new FrameLimits(1 << 20, 1 << 10, 16, 1 << 20);

    private final ReceiveBudget budget = new ReceiveBudget(LIMITS);

    @Test
    void joinedFramesAreSplitAndSplitOnesAreJoined() {
        EmbeddedChannel channel = channel();
        byte[] one = frame(1, 10);
        byte[] two = frame(2, 20);
        byte[] both = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, both, one.length, two.length);
        for (int cut = 0; cut <= both.length; cut++) {
            channel.writeInbound(Unpooled.copiedBuffer(both, 0, cut));
            channel.writeInbound(Unpooled.copiedBuffer(both, cut, both.length - cut));

            for (int opaque = 1; opaque <= 2; opaque++) {
                Frame frame = channel.readInbound();
                assertThat(frame.header().opaque()).isEqualTo(opaque);
                assertThat(frame.body().readableBytes()).isEqualTo(10 * opaque);
                frame.release();
            }
        }
        assertThat(channel.<Object>readInbound()).isNull();
        channel.finish();
    }

    @Test
    void badLengthIsRefusedBeforeAnyOfTheFrameArrives() {
        EmbeddedChannel tooLong = channel();
        assertThatThrownBy(() -> tooLong.writeInbound(ints((1 << 20) + 1))).isInstanceOf(FrameException.class);

        EmbeddedChannel badHead = channel();
        assertThatThrownBy(() -> badHead.writeInbound(ints(1000, 2000))).isInstanceOf(FrameException.class);
    }

    @Test
    void nothingAfterABadFrameIsLookedAt() {
        EmbeddedChannel channel = channel();
        assertThatThrownBy(() -> channel.writeInbound(ints(-1))).isInstanceOf(FrameException.class);

        channel.writeInbound(Unpooled.wrappedBuffer(frame(1, 10)));
        channel.writeInbound(ints(-1));

        assertThat(channel.<Object>readInbound()).isNull();
        channel.checkException();
        channel.finish();
    }

    @Test
    void unfinishedFramesOfAllChannelsShareOneBudgetAndGiveItBack() {
        EmbeddedChannel one = channel();
        EmbeddedChannel two = channel();
        byte[] big = frame(1, 700_000);
        one.writeInbound(Unpooled.copiedBuffer(big, 0, 600_000));
        assertThat(budget.bytesHeld()).isEqualTo(600_000);
        assertThatThrownBy(() -> two.writeInbound(Unpooled.copiedBuffer(big, 0, 600_000)))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("unfinished");

        one.writeInbound(Unpooled.copiedBuffer(big, 600_000, big.length - 600_000));
        one.<Frame>readInbound().release();
        assertThat(budget.bytesHeld()).isZero();

        EmbeddedChannel three = channel();
        three.writeInbound(Unpooled.copiedBuffer(big, 0, 600_000));
        three.close().syncUninterruptibly();
        assertThat(budget.bytesHeld()).isZero();
    }

    private EmbeddedChannel channel() {
        return new EmbeddedChannel(new FrameSplitter(new FrameParser(LIMITS), budget));
    }

    private static byte[] frame(int opaque, int bodyBytes) {
        return RawFrame.json("{\"code\":105,\"opaque\":" + opaque + "}", "b".repeat(bodyBytes))
                .bytes();
    }

    private static ByteBuf ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
        bytes.asIntBuffer().put(values);
        return Unpooled.wrappedBuffer(bytes);
    }
}
