package io.github.raftns.namesrv.replication;

/** What went wrong on another node, in its words. */
final class RemoteFailure extends Exception {
    private static final long serialVersionUID = 1L;

    RemoteFailure(String text) {
        super(text, null, false, false);
    }
}
