package io.github.raftns.namesrv.cluster;

import io.github.raftns.rpc.codec.FrameException;
import io.github.raftns.rpc.codec.FrameLimits;
import io.github.raftns.rpc.codec.FrameParser;
import io.github.raftns.rpc.codec.ResponseDecoder;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.model.HostPort;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * A connection as a stock broker has it. Requests are written by hand: our own client always speaks as one release, and brokers of
 * different releases are what is wanted here. One question at a time.
 */
final class StockConnection implements AutoCloseable {
    /** Longer than any node takes to answer or to give a request up. */
    private static final int ANSWER_MILLIS = 15_000;

    private final Socket socket = new Socket();
    private final DataInputStream input;
    private int opaque;

    /** @throws IOException when nobody listens there */
    StockConnection(HostPort node) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.connect(new InetSocketAddress(node.host(), node.port()), ANSWER_MILLIS);
        input = new DataInputStream(socket.getInputStream());
    }

    /**
     * @param version ordinal of the release that asks
     * @throws IOException when the node closed the connection instead, or is silent
     */
    synchronized IncomingResponse ask(int code, int version, SortedMap<String, String> fields, byte[] body)
            throws IOException {
        byte[] header = header(code, version, ++opaque, fields).getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(8 + header.length + body.length)
                .putInt(4 + header.length + body.length)
                .putInt(header.length) // type 0 = JSON in the first byte
                .put(header)
                .put(body);
        OutputStream output = socket.getOutputStream();
        output.write(frame.array());
        output.flush();
        byte[] answer = new byte[input.readInt()];
        input.readFully(answer);
        try {
            return ResponseDecoder.response(
                    new FrameParser(FrameLimits.defaults()).parse(Unpooled.wrappedBuffer(answer)));
        } catch (FrameException unreadable) {
            throw new IOException("the answer is no frame", unreadable);
        }
    }

    private static String header(int code, int version, int opaque, Map<String, String> fields) {
        String members = fields.entrySet().stream()
                .map(field -> '"' + field.getKey() + "\":\"" + field.getValue() + '"')
                .collect(Collectors.joining(","));
        return "{\"code\":" + code + ",\"extFields\":{" + members + "},\"flag\":0,\"language\":\"JAVA\",\"opaque\":"
                + opaque + ",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":" + version + '}';
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            throw new IllegalStateException("a socket that cannot be closed", alreadyGone);
        }
    }
}
