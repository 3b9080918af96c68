package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * How much more than standard JSON is read. Peers use lenient parsers and writers, so headers may have bare names and
 * single quotes, and bodies bare (integer) names. Bodies may <em>not</em> have single quotes: {@link RegistrationFingerprint}
 * relies on a double quote inside a string being escaped.
 */
final class LenientJson {
    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(64)
            .maxStringLength(1 << 20)
            .build();

    /** Names are kept in a table of bounded size: headers of all peers have the same few. */
    static final JsonFactory HEADER = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // a table too full is emptied instead of failing somebody else's parse
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(CONSTRAINTS)
            .build();

    /** Names are not kept: in a registration they are topics, tens of thousands of them and all different. */
    private static final JsonFactory BODY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(CONSTRAINTS)
            .build();

    private LenientJson() {}

    /** A parser of a body, which is UTF-8 and nothing else: no guessing of encodings, no replacing of broken bytes. */
    static JsonParser body(InputStream input) throws IOException {
        CharsetDecoder strict = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        return BODY.createParser(new InputStreamReader(input, strict));
    }
}
