package io.github.raftns.namesrv.replication;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** What an attacker would send: Hessian messages that name classes of their choice, and bolt frames around them. */
final class HostileBytes {
    static final String PACKAGE = "io.github.raftns.namesrv.replication.";

    private HostileBytes() {}

    /** Messages that bring the class to life where classes are not refused, by what they are. */
    static Map<String, byte[]> bringingToLife(String className) {
        byte[] instance = object(className);
        Map<String, byte[]> messages = new TreeMap<>();
        messages.put("instance", instance);
        messages.put("key of a map", map("java.util.HashMap", instance));
        messages.put("key of an untyped map", map("", instance));
        messages.put("element of a list", list("java.util.ArrayList", instance));
        messages.put("element of an array", list("[object", instance));
        messages.put("typed map", typedMap(className));
        return messages;
    }

    /** An envelope whose bytes are given as something else. */
    static byte[] inField(String envelope, byte[] value) {
        return concat(definition(envelope, "clusterId", "intent"), new byte[] {'o', (byte) 0x90}, text("c"), value);
    }

    static byte[] object(String className, String... fields) {
        return concat(definition(className, fields), new byte[] {'o', (byte) 0x90});
    }

    static byte[] definition(String className, String... fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('O');
        integer(out, className.length());
        out.writeBytes(className.getBytes(StandardCharsets.US_ASCII));
        integer(out, fields.length);
        for (String field : fields) {
            out.writeBytes(text(field));
        }
        return out.toByteArray();
    }

    static byte[] map(String type, byte[] key) {
        return concat(new byte[] {'M'}, type(type), key, text("value"), new byte[] {'z'});
    }

    private static byte[] typedMap(String type) {
        return concat(new byte[] {'M'}, type(type), new byte[] {'z'});
    }

    static byte[] list(String type, byte[] element) {
        return concat(new byte[] {'V'}, type(type), new byte[] {'l', 0, 0, 0, 1}, element, new byte[] {'z'});
    }

    private static byte[] type(String type) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        return name.length == 0
                ? new byte[0]
                : concat(new byte[] {'t', (byte) (name.length >> 8), (byte) name.length}, name);
    }

    static byte[] text(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        return concat(new byte[] {(byte) ascii.length}, ascii);
    }

    private static void integer(ByteArrayOutputStream out, int value) {
        if (value <= 47) {
            out.write(0x90 + value);
        } else {
            out.write(0xc8 + (value >> 8));
            out.write(value);
        }
    }

    /** A request of bolt's first protocol. */
    static byte[] request(int id, String className, int codec, byte[] content) {
        byte[] name = className.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(22 + name.length + content.length)
                .put((byte) 1)
                .put((byte) 1)
                .putShort((short) 1)
                .put((byte) 1)
                .putInt(id)
                .put((byte) codec)
                .putInt(5_000)
                .putShort((short) name.length)
                .putShort((short) 0)
                .putInt(content.length)
                .put(name)
                .put(content)
                .array();
    }

    /** A response of bolt's first protocol. */
    static byte[] response(int id, int status, String className, byte[] content) {
        byte[] name = className.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(20 + name.length + content.length)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) 2)
                .put((byte) 1)
                .putInt(id)
                .put((byte) 1)
                .putShort((short) status)
                .putShort((short) name.length)
                .putShort((short) 0)
                .putInt(content.length)
                .put(name)
                .put(content)
                .array();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
