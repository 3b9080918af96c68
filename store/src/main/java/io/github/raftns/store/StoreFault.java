package io.github.raftns.store;

/** The storage failed: a disk error, corruption, a full disk. Ends the node (house rule: a fault halts the replica). */
public final class StoreFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreFault(String what, Throwable cause) {
        super(what, cause);
    }

    public StoreFault(String what) {
        super(what);
    }
}
