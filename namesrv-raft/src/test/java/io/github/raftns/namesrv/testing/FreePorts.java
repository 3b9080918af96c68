package io.github.raftns.namesrv.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback address that nobody listens on. */
public final class FreePorts {
    private FreePorts() {}

    /** All different; held together until the last is found. */
    public static List<Integer> take(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports = held.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : held) {
                socket.close();
            }
            return ports;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
