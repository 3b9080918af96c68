package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonParser;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.EncodedBody;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The JSON of a {@link DataVersion}: body of 322 and of its reply, and part of every registration. */
public final class DataVersionBody {
    private DataVersionBody() {}

    /** In the form of 5.x, which 4.9 reads as well. */
    public static EncodedBody encode(DataVersion version) {
        return EncodedBody.utf8("{\"counter\":" + version.counter() + ",\"stateVersion\":" + version.stateVersion()
                + ",\"timestamp\":" + version.timestamp() + "}");
    }

    /** The version, or null when the body is absent or JSON null. */
    public static DataVersion decode(ByteBuffer body) throws BodyException {
        if (!body.hasRemaining()) {
            return null;
        }
        try (JsonParser parser = LenientJson.body(new BufferInput(body))) {
            parser.nextToken();
            DataVersion version = read(parser, "data version");
            if (parser.nextToken() != null) {
                throw BodyException.malformed("data version: something follows the object");
            }
            return version;
        } catch (BodyException known) {
            throw known;
        } catch (IOException notJson) {
            throw new BodyException(
                    BodyException.Kind.MALFORMED, "data version: not readable JSON: " + notJson.getMessage(), notJson);
        }
    }

    /** Reads the value the parser stands at; absent members are 0, as 4.9 sends no state version. */
    static DataVersion read(JsonParser parser, String where) throws IOException {
        if (parser.currentToken() == null) {
            throw BodyException.malformed(where + ": expected an object, found nothing");
        }
        if (!JsonValues.startsObject(parser, where)) {
            return null;
        }
        long stateVersion = 0;
        long timestamp = 0;
        long counter = 0;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "stateVersion" -> stateVersion = JsonValues.number(parser, name, 0);
                case "timestamp" -> timestamp = JsonValues.number(parser, name, 0);
                case "counter" -> counter = JsonValues.number(parser, name, 0);
                default -> parser.skipChildren();
            }
        }
        return new DataVersion(stateVersion, timestamp, counter);
    }
}
