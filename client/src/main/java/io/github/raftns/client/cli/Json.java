package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes one JSON document as one line. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    interface Writing {
        void to(JsonGenerator json) throws IOException;
    }

    static void print(PrintWriter out, Writing writing) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            writing.to(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing JSON to memory failed", impossible);
        }
        out.println(text);
    }
}
