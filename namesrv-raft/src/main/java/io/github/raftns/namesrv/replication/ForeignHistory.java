package io.github.raftns.namesrv.replication;

/** The state on disk was built from entries that the log of this group does not hold. A fault: no entry can follow such a state. */
final class ForeignHistory extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ForeignHistory(String what) {
        super(what
                + ": this node holds the state of another history. Remove the node from the group, delete its data directory,"
                + " and let it join again with an empty one");
    }
}
