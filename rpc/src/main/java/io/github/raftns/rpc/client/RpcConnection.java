package io.github.raftns.rpc.client;

import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.github.raftns.rpc.model.HostPort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * One connection to one node. Never reconnects: whoever holds it makes a new one. Any thread; results complete on the
 * connection's event loop, so what depends on them must not block.
 */
public final class RpcConnection {
    private final ClientChannel channel;

    RpcConnection(ClientChannel channel) {
        this.channel = channel;
    }

    /** As it was asked for, not as it was resolved. */
    public HostPort remote() {
        return channel.remote();
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param timeout from now to the answer
     * @return any answer, error codes too; fails with {@link RpcException} when none came. Cancelling it only means that
     *     nobody listens any more
     * @throws IllegalArgumentException for a oneway request
     */
    public CompletableFuture<IncomingResponse> send(OutgoingRequest request, Duration timeout) {
        if (request.oneway()) {
            throw new IllegalArgumentException("a oneway request has no answer; use sendOneway");
        }
        return channel.send(request, timeout);
    }

    /** Sends a request that is not answered. Completes when the socket has taken it; fails with {@link RpcException}. */
    public CompletableFuture<Void> sendOneway(OutgoingRequest request) {
        return channel.sendOneway(request.oneway() ? request : request.asOneway());
    }

    /** Completes once the connection has ended, whoever ended it. */
    public CompletableFuture<Void> onClose() {
        return channel.onClose();
    }

    /** Ends the connection; what is pending fails as {@code CLOSED}. Returns at once. */
    public void close() {
        channel.close();
    }
}
