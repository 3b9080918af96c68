package io.github.raftns.namesrv.robustness;

import io.github.raftns.rpc.model.HostPort;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One question to one NameServer over one fresh connection, written by hand and by no code under test. Cheap enough to wait with.
 * Field values must need no escaping.
 */
final class RawAsk {
    private static final int ROUTE_OF_TOPIC = 105;
    private static final int CLUSTER_INFO = 106;
    private static final int FRAME_BYTES_MAX = 16 * 1024 * 1024;
    /** Between 4.9.4 and 5.0: asks for nothing newer, and gets routes in standard JSON. */
    private static final int VERSION = 407;

    private static final Pattern CODE = Pattern.compile("\"code\":(-?\\d+)");

    private RawAsk() {}

    static RawAnswer clusterInfo(HostPort nameServer, Duration timeout) throws IOException {
        return ask(nameServer, CLUSTER_INFO, Map.of(), timeout);
    }

    static RawAnswer route(HostPort nameServer, String topic, Duration timeout) throws IOException {
        return ask(nameServer, ROUTE_OF_TOPIC, Map.of("topic", topic), timeout);
    }

    /** @throws IOException when nobody listens, nothing comes in time, or the channel is closed instead */
    static RawAnswer ask(HostPort nameServer, int code, Map<String, String> fields, Duration timeout)
            throws IOException {
        try (Socket socket = new Socket()) {
            int timeoutMillis = Math.toIntExact(timeout.toMillis());
            socket.connect(new InetSocketAddress(nameServer.host(), nameServer.port()), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            OutputStream out = socket.getOutputStream();
            out.write(frame(code, fields));
            out.flush();
            return read(new DataInputStream(socket.getInputStream()));
        }
    }

    private static byte[] frame(int code, Map<String, String> fields) {
        String extFields = fields.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\":\"" + field.getValue() + "\"")
                .collect(Collectors.joining(",", "{", "}"));
        byte[] header = ("{\"code\":" + code + ",\"extFields\":" + extFields
                        + ",\"flag\":0,\"language\":\"JAVA\",\"opaque\":1,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":"
                        + VERSION + "}")
                .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + header.length)
                .putInt(4 + header.length)
                .putInt(header.length)
                .put(header)
                .array();
    }

    private static RawAnswer read(DataInputStream in) throws IOException {
        int frameLength = in.readInt();
        int headerLength = in.readInt() & 0xFF_FFFF;
        int bodyLength = frameLength - 4 - headerLength;
        if (frameLength > FRAME_BYTES_MAX || bodyLength < 0) {
            throw new IOException("a frame of " + frameLength + " bytes with a header of " + headerLength);
        }
        String header = new String(in.readNBytes(headerLength), StandardCharsets.UTF_8);
        String body = new String(in.readNBytes(bodyLength), StandardCharsets.UTF_8);
        Matcher code = CODE.matcher(header);
        if (!code.find()) {
            throw new IOException("no code in " + header);
        }
        return new RawAnswer(Integer.parseInt(code.group(1)), header, body);
    }
}
