package io.github.raftns.namesrv.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.Request;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.server.Call;
import io.github.raftns.rpc.server.Peer;

/** A call whose one answer is kept. */
final class RecordedCall implements Call {
    private final RequestHeader header;
    private final Request request;
    private final Peer peer;
    private Response response;
    private boolean closed;

    RecordedCall(RequestHeader header, Request request, Peer peer) {
        this.header = header;
        this.request = request;
        this.peer = peer;
    }

    boolean isAnswered() {
        return response != null;
    }

    boolean isClosed() {
        return closed;
    }

    Response answer() {
        assertThat(response).as("the answer").isNotNull();
        return response;
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
        return peer;
    }

    @Override
    public void reply(Response given) {
        end();
        response = given;
    }

    @Override
    public void closeInstead() {
        end();
        closed = true;
    }

    private void end() {
        if (response != null || closed) {
            throw new IllegalStateException("answered twice");
        }
    }
}
