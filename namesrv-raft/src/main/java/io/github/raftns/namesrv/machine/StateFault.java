package io.github.raftns.namesrv.machine;

/** The state is not what this release writes, or the machine was called out of order. Ends the node (a fault halts the replica). */
public final class StateFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StateFault(String what) {
        super(what);
    }

    public StateFault(String what, Throwable cause) {
        super(what, cause);
    }
}
