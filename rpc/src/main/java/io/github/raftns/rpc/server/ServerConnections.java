package io.github.raftns.rpc.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of one server, and whether one more may come. Connections come and go on their event loops; closing
 * may be asked for by any thread; so all of it is under one lock, taken once or twice in a connection's life.
 */
final class ServerConnections {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnections.class);

    private final int max;
    private final Set<ServerConnection> open = new HashSet<>();
    private boolean full;
    private boolean closed;

    ServerConnections(int max) {
        this.max = max;
    }

    synchronized boolean admit(ServerConnection connection) {
        if (closed) {
            return false;
        }
        if (open.size() >= max) {
            if (!full) {
                full = true;
                LOG.warn("{} connections are open, the most accepted; further ones are closed until one ends", max);
            }
            return false;
        }
        open.add(connection);
        return true;
    }

    synchronized void leave(ServerConnection connection) {
        open.remove(connection);
        full = false;
    }

    synchronized int count() {
        return open.size();
    }

    /** Admits nobody from now on. */
    synchronized List<ServerConnection> close() {
        closed = true;
        return new ArrayList<>(open);
    }
}
