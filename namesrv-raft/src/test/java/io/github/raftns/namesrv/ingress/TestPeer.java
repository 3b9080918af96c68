package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.server.Peer;

/** A connection whose event loop is the test's thread. */
final class TestPeer implements Peer {
    private Object attachment;

    @Override
    public long connectionId() {
        return 1;
    }

    @Override
    public String remoteAddress() {
        return "127.0.0.1:50000";
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object value) {
        attachment = value;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public void closeAfterReplies() {
        throw new AssertionError("no handler closes a connection this way");
    }
}
