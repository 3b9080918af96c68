package io.github.raftns.rpc.server;

/** What a server does with requests. */
public interface RequestHandler {
    /**
     * Called on the channel's event loop; must not block. The request's body view is valid only until this returns. The
     * reply may come later from any thread. An exception answers {@code SYSTEM_ERROR} and is logged.
     */
    void handle(Call call);

    /** Called on the channel's event loop after a connection was accepted. */
    default void opened(Peer peer) {}

    /**
     * Called once, on the channel's event loop, when a connection has ended.
     *
     * @param byPeer whether the other side began the close; false for every close this server decided on
     */
    default void closed(Peer peer, boolean byPeer) {}
}
