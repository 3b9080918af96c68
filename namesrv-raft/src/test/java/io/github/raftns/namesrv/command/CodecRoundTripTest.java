package io.github.raftns.namesrv.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is written is read back equal, from a buffer in the middle of an array as from one of its own. */
class CodecRoundTripTest {
    @Provide
    Arbitrary<Command> commands() {
        return Vocabulary.commands();
    }

    @Provide
    Arbitrary<Intent> intents() {
        return Vocabulary.intents();
    }

    @Provide
    Arbitrary<Outcome> outcomes() {
        return Vocabulary.outcomes();
    }

    @Property(tries = 500)
    void aCommandIsReadBackEqual(@ForAll("commands") Command command) {
        byte[] bytes = CommandCodec.encode(command);

        assertThat(CommandCodec.decode(ByteBuffer.wrap(bytes))).isEqualTo(command);
        assertThat(CommandCodec.decode(amidOthers(bytes))).isEqualTo(command);
        assertThat(CommandCodec.decode(direct(bytes))).isEqualTo(command);
        assertThat(CommandCodec.encode(CommandCodec.decode(ByteBuffer.wrap(bytes))))
                .isEqualTo(bytes);
    }

    @Property(tries = 300)
    void anIntentIsReadBackEqual(@ForAll("intents") Intent intent) {
        byte[] bytes = IntentCodec.encode(intent);

        assertThat(IntentCodec.decode(amidOthers(bytes))).isEqualTo(intent);
        assertThat(IntentCodec.encode(IntentCodec.decode(ByteBuffer.wrap(bytes))))
                .isEqualTo(bytes);
    }

    @Property(tries = 300)
    void anOutcomeIsReadBackEqual(@ForAll("outcomes") Outcome outcome) {
        byte[] bytes = OutcomeCodec.encode(outcome);

        assertThat(OutcomeCodec.decode(amidOthers(bytes))).isEqualTo(outcome);
        assertThat(OutcomeCodec.encode(OutcomeCodec.decode(ByteBuffer.wrap(bytes))))
                .isEqualTo(bytes);
    }

    @Property(tries = 100)
    void readingLeavesTheBufferWhereItIs(@ForAll("commands") Command command) {
        ByteBuffer bytes = amidOthers(CommandCodec.encode(command));
        int position = bytes.position();
        int limit = bytes.limit();

        CommandCodec.decode(bytes);

        assertThat(bytes.position()).isEqualTo(position);
        assertThat(bytes.limit()).isEqualTo(limit);
    }

    private static ByteBuffer amidOthers(byte[] bytes) {
        byte[] larger = new byte[bytes.length + 12];
        java.util.Arrays.fill(larger, (byte) 0x7F);
        System.arraycopy(bytes, 0, larger, 5, bytes.length);
        ByteBuffer sliced = ByteBuffer.wrap(larger, 2, bytes.length + 6).slice();
        return sliced.position(3).limit(3 + bytes.length);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
