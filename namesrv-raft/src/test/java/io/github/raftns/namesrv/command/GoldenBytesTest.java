package io.github.raftns.namesrv.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of every format ever released, as hexadecimal text. A file is never changed: a log written by an old release must
 * be read for ever. A new format gets new files.
 */
class GoldenBytesTest {
    static Stream<String> commands() {
        return Golden.commands().keySet().stream();
    }

    static Stream<String> intents() {
        return Golden.intents().keySet().stream();
    }

    static Stream<String> outcomes() {
        return Golden.outcomes().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsWrittenAndReadAsEver(String file) throws IOException {
        Command command = Golden.commands().get(file);
        String written = hex(CommandCodec.encode(command));

        assertThat(written).as("%s: %s", file, written).isEqualTo(golden(file));
        assertThat(CommandCodec.decode(bytes(file))).isEqualTo(command);
    }

    @ParameterizedTest
    @MethodSource("intents")
    void anIntentIsWrittenAndReadAsEver(String file) throws IOException {
        Intent intent = Golden.intents().get(file);
        String written = hex(IntentCodec.encode(intent));

        assertThat(written).as("%s: %s", file, written).isEqualTo(golden(file));
        assertThat(IntentCodec.decode(bytes(file))).isEqualTo(intent);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void anOutcomeIsWrittenAndReadAsEver(String file) throws IOException {
        Outcome outcome = Golden.outcomes().get(file);
        String written = hex(OutcomeCodec.encode(outcome));

        assertThat(written).as("%s: %s", file, written).isEqualTo(golden(file));
        assertThat(OutcomeCodec.decode(bytes(file))).isEqualTo(outcome);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static ByteBuffer bytes(String file) throws IOException {
        return ByteBuffer.wrap(HexFormat.of().parseHex(golden(file)));
    }

    private static String golden(String file) throws IOException {
        try (InputStream stream = GoldenBytesTest.class.getResourceAsStream("/golden/" + file + ".hex")) {
            if (stream == null) {
                return "there is no golden/" + file + ".hex";
            }
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
        }
    }
}
