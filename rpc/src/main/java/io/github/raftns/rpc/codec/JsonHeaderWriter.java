package io.github.raftns.rpc.codec;

import java.util.Map;
import java.util.SortedMap;

/**
 * The JSON form of a header as official builds write it: members in alphabetical order, absent ones left out, no blanks.
 * The result may hold unpaired surrogates, which the UTF-8 writer replaces.
 */
final class JsonHeaderWriter {
    private static final String HEX = "0123456789abcdef";

    private JsonHeaderWriter() {}

    static StringBuilder write(OutgoingHeader header) {
        StringBuilder json = new StringBuilder(192);
        json.append("{\"code\":").append(header.code());
        if (header.extFields() != null) {
            json.append(",\"extFields\":");
            object(json, header.extFields());
        }
        json.append(",\"flag\":").append(header.flags());
        json.append(",\"language\":\"").append(OutgoingHeader.LANGUAGE);
        json.append("\",\"opaque\":").append(header.opaque());
        if (header.remark() != null) {
            json.append(",\"remark\":");
            string(json, header.remark());
        }
        json.append(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":").append(OutgoingHeader.VERSION);
        return json.append('}');
    }

    private static void object(StringBuilder json, SortedMap<String, String> fields) {
        json.append('{');
        String comma = "";
        for (Map.Entry<String, String> field : fields.entrySet()) {
            json.append(comma);
            string(json, field.getKey());
            json.append(':');
            string(json, field.getValue());
            comma = ",";
        }
        json.append('}');
    }

    private static void string(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < 0x20) {
                        json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
