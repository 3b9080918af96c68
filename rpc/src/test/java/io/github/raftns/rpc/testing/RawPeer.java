package io.github.raftns.rpc.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** The other end of a connection under test: a plain socket, no code of ours behind it. */
public final class RawPeer implements AutoCloseable {
    private static final int READ_TIMEOUT_MILLIS = 10_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    public RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public static RawPeer connect(int port) throws IOException {
        return new RawPeer(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    public void send(RawFrame... frames) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (RawFrame frame : frames) {
            all.write(frame.bytes());
        }
        send(all.toByteArray());
    }

    public void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    public RawFrame read() throws IOException {
        int length = in.readInt();
        int head = in.readInt();
        byte[] header = in.readNBytes(head & 0xFF_FFFF);
        byte[] body = in.readNBytes(length - 4 - header.length);
        return new RawFrame(head >>> 24, header, body);
    }

    /** Whether the other side ends the connection, without another byte, before the read timeout. */
    public boolean readsEnd() throws IOException {
        return in.read() < 0;
    }

    /** Ends the connection in order. */
    public void hangUp() throws IOException {
        socket.close();
    }

    /** Ends the connection with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
