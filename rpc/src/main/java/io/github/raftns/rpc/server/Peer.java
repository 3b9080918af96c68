package io.github.raftns.rpc.server;

/** The other end of one accepted connection. */
public interface Peer {
    /** Unique within this process. */
    long connectionId();

    /** The address the connection comes from, for logs. */
    String remoteAddress();

    /** What the handler attached, or null. Event loop of this peer only. */
    Object attachment();

    /** Attaches whatever the handler wants to keep for this connection. Event loop of this peer only. */
    void attach(Object attachment);

    /** Runs the task on this peer's event loop; dropped when the loop has shut down. Any thread. */
    void execute(Runnable task);

    /** Stops reading, answers what is pending, then closes. Any thread. */
    void closeAfterReplies();
}
