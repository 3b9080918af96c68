package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is written is read back the same by a JSON parser that shares no code with the writer. */
class BodyTextTest {
    private static final JsonFactory STRICT = new JsonFactory();
    private static final JsonFactory UNQUOTED = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();

    @Property(tries = 500)
    void standardTextIsAsciiAndReadsBackTheSame(@ForAll("texts") List<String> texts) throws IOException {
        byte[] bytes = write(BodyDialect.STANDARD, texts);

        for (byte b : bytes) {
            assertThat(b >= 0x20 && b < 0x7F).isTrue();
        }
        assertReadsBack(STRICT, bytes, texts);
    }

    @Property(tries = 500)
    void legacyTextReadsBackTheSameWhenUnquotedKeysAreAllowed(@ForAll("texts") List<String> texts) throws IOException {
        byte[] bytes = write(BodyDialect.LEGACY, texts);

        assertThat(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))
                .as("is valid UTF-8")
                .isEqualTo(bytes);
        assertReadsBack(UNQUOTED, bytes, texts);
    }

    @Example
    void aLoneHalfOfAPairBecomesAQuestionMark() throws IOException {
        List<String> halves = List.of("a\ud83d", "\ude00b", "\ude00\ud83d");
        List<String> readable = List.of("a?", "?b", "??");

        assertReadsBack(UNQUOTED, write(BodyDialect.LEGACY, halves), readable);
        assertReadsBack(STRICT, write(BodyDialect.STANDARD, halves), readable);
    }

    @Example
    void everyCharacterReadsBackTheSame() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int block = 0; block <= Character.MAX_VALUE; block += 256) {
            StringBuilder text = new StringBuilder();
            for (int c = block; c < block + 256; c++) {
                text.append(Character.isSurrogate((char) c) ? "" : Character.toString(c));
            }
            texts.add(text.toString());
        }

        assertReadsBack(UNQUOTED, write(BodyDialect.LEGACY, texts), texts);
        assertReadsBack(STRICT, write(BodyDialect.STANDARD, texts), texts);
    }

    @Provide
    Arbitrary<List<String>> texts() {
        Arbitrary<String> any = Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .map(Character::toString)
                .list()
                .ofMaxSize(20)
                .map(characters -> String.join("", characters));
        Arbitrary<String> awkward = Arbitraries.strings()
                .withChars(
                        '"', '\\', '/', '\n', '\r', '\t', '\b', '\f', '\u0000', '\u001f', '\u007f', '\u009f', '\u00a0')
                .withChars('\u2028', '\u2029', '\u4e2d', '\u07ff', '\u0800', '\ue000', '\uffff', 'a')
                .ofMaxLength(40);
        return Arbitraries.oneOf(any, awkward).list().ofMaxSize(4);
    }

    /** {@code {"k0":"...",7:"..."}}: each text once as a key and value, once under an integer key. */
    private static byte[] write(BodyDialect dialect, List<String> texts) {
        BodyText json = new BodyText(dialect, 0).structure("{");
        for (int i = 0; i < texts.size(); i++) {
            if (i > 0) {
                json.comma();
            }
            json.key(texts.get(i)).text(texts.get(i)).comma();
            json.integerKey(i).number(Long.MIN_VALUE + i);
        }
        return json.structure("}").toBody().toByteArray();
    }

    private static void assertReadsBack(JsonFactory factory, byte[] bytes, List<String> texts) throws IOException {
        try (JsonParser parser = factory.createParser(bytes)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            for (int i = 0; i < texts.size(); i++) {
                assertThat(parser.nextFieldName()).isEqualTo(texts.get(i));
                assertThat(parser.nextTextValue()).isEqualTo(texts.get(i));
                assertThat(parser.nextFieldName()).isEqualTo(Integer.toString(i));
                assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
                assertThat(parser.getLongValue()).isEqualTo(Long.MIN_VALUE + i);
            }
            assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
            assertThat(parser.nextToken()).isNull();
        }
    }
}
