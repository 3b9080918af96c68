package io.github.raftns.namesrv.replication;

import java.io.Serializable;

/** Must never come alive. No test names it but in bytes. */
final class Gadget implements Serializable {
    private static final long serialVersionUID = 1L;

    static {
        GadgetLog.touched("Gadget");
    }

    Gadget() {
        GadgetLog.touched("Gadget");
    }

    private Object readResolve() {
        GadgetLog.touched("Gadget");
        return this;
    }

    @Override
    public boolean equals(Object other) {
        GadgetLog.touched("Gadget");
        return this == other;
    }

    @Override
    public int hashCode() {
        GadgetLog.touched("Gadget");
        return 1;
    }
}
