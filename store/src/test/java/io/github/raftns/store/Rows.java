package io.github.raftns.store;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Rows in a form that tests compare and print: keys and values in hex, in the order in which they were visited. */
public final class Rows {
    private Rows() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** All rows below a prefix; a key visited twice or out of order is an error. */
    public static Map<String, String> below(Reads reads, byte[] prefix) {
        TreeMap<String, String> rows = new TreeMap<>();
        reads.scan(prefix, (key, value) -> {
            String text = HexFormat.of().formatHex(key); // hex keeps the order of unsigned bytes
            if (!rows.isEmpty() && rows.lastKey().compareTo(text) >= 0) {
                throw new AssertionError(text + " visited after " + rows.lastKey());
            }
            rows.put(text, HexFormat.of().formatHex(value));
            return true;
        });
        return rows;
    }

    public static Map<String, String> all(Reads reads) {
        return below(reads, new byte[0]);
    }
}
