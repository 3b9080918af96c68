package io.github.raftns.rpc.server;

import io.github.raftns.rpc.message.Request;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** One request of one {@link ServerConnection}; remembers only whether it was settled. */
final class ServerCall implements Call {
    private final ServerConnection connection;
    private final RequestHeader header;
    private final Request request;
    private final AtomicBoolean settled = new AtomicBoolean();

    ServerCall(ServerConnection connection, RequestHeader header, Request request) {
        this.connection = connection;
        this.header = header;
        this.request = request;
    }

    @Override
    public RequestHeader header() {
        return header;
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public Peer peer() {
        return connection;
    }

    @Override
    public void reply(Response response) {
        Objects.requireNonNull(response, "response");
        if (!trySettle()) {
            throw new IllegalStateException("request " + header + " was already answered or given up");
        }
        connection.answer(header, response);
    }

    @Override
    public void closeInstead() {
        if (!trySettle()) {
            throw new IllegalStateException("request " + header + " was already answered or given up");
        }
        connection.giveUp(header);
    }

    /** Whether nobody has answered or given it up before; whoever gets true must. */
    boolean trySettle() {
        return settled.compareAndSet(false, true);
    }
}
