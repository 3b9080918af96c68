package io.github.raftns.namesrv.replication;

/** A snapshot that was asked for was not taken. */
public final class SnapshotNotTaken extends Exception {
    private static final long serialVersionUID = 1L;

    SnapshotNotTaken(String why) {
        super(why);
    }
}
