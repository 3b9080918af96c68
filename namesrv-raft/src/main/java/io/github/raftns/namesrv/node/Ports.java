package io.github.raftns.namesrv.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Looks whether a port can be listened on, before anything is created. Main thread. */
final class Ports {
    private Ports() {}

    /**
     * Binds and lets go.
     *
     * @param purpose for the message, like {@code listenPort}
     * @throws StartRefused when the address is not one of this machine or the port is taken
     */
    static void probe(String purpose, String host, int port) throws StartRefused {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new StartRefused(purpose + ": address " + host + " is unknown", unknown);
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        } catch (IOException taken) {
            throw new StartRefused(
                    purpose + ": cannot listen on " + host + ":" + port + ": " + taken.getMessage(), taken);
        }
    }
}
