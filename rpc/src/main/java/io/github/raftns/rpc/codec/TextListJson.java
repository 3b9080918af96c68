package io.github.raftns.rpc.codec;

/** A list of texts. */
final class TextListJson {
    private TextListJson() {}

    static void write(BodyText json, Iterable<String> texts) {
        json.structure("[");
        boolean first = true;
        for (String text : texts) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.text(text);
        }
        json.structure("]");
    }
}
