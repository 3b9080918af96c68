package io.github.raftns.namesrv.replication;

/** Replication could not start; the message says why and, where there is one, names the repair. */
public final class ReplicationNotStarted extends Exception {
    private static final long serialVersionUID = 1L;

    ReplicationNotStarted(String why, Throwable cause) {
        super(why, cause);
    }
}
