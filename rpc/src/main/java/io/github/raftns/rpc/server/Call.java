package io.github.raftns.rpc.server;

import io.github.raftns.rpc.message.Request;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;

/** One request on its way: what was asked, by whom, and the way back. */
public interface Call {
    RequestHeader header();

    Request request();

    Peer peer();

    /**
     * Answers. Any thread, at most once; a second answer is a fault of the caller and throws
     * {@link IllegalStateException}. For a oneway request, and on a closed channel, the answer is dropped.
     */
    void reply(Response response);

    /**
     * Gives this request up without an answer and closes its channel once every other pending request on it was
     * answered: what moves a stock client to another node at the least cost (protocol reference 6.4). Any thread.
     */
    void closeInstead();
}
