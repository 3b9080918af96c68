package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads scalars of a JSON body the way stock's parser does: numbers may stand in quotes, null is absence. */
final class JsonValues {
    private JsonValues() {}

    /** Whether an object starts here; false for null. Anything else is refused. */
    static boolean startsObject(JsonParser parser, String where) throws IOException {
        return starts(parser, JsonToken.START_OBJECT, where, "an object");
    }

    /** Whether an array starts here; false for null. Anything else is refused. */
    static boolean startsArray(JsonParser parser, String where) throws IOException {
        return starts(parser, JsonToken.START_ARRAY, where, "an array");
    }

    private static boolean starts(JsonParser parser, JsonToken start, String where, String expected)
            throws IOException {
        JsonToken token = parser.currentToken();
        if (token == start) {
            return true;
        }
        if (token == JsonToken.VALUE_NULL) {
            return false;
        }
        throw BodyException.malformed(where + ": expected " + expected + at(parser));
    }

    static long number(JsonParser parser, String name, long whenNull) throws IOException {
        String text = text(parser, name);
        if (text == null) {
            return whenNull;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw BodyException.malformed(name + ": expected a whole number" + at(parser));
        }
    }

    static int integer(JsonParser parser, String name, int whenNull) throws IOException {
        return integer(number(parser, name, whenNull), name);
    }

    static int integer(long value, String name) throws BodyException {
        if (value != (int) value) {
            throw BodyException.malformed(name + ": " + value + " is not a 32-bit number");
        }
        return (int) value;
    }

    /** Any scalar as text; null when it is null. */
    static String text(JsonParser parser, String name) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null || !token.isScalarValue()) {
            throw BodyException.malformed(name + ": expected a single value" + at(parser));
        }
        return token == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private static String at(JsonParser parser) {
        return ", found " + parser.currentToken() + " at character "
                + parser.currentTokenLocation().getCharOffset();
    }
}
