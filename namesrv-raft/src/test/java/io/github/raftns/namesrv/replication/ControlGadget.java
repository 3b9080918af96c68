package io.github.raftns.namesrv.replication;

import java.io.Serializable;

/** Shows that the same bytes do work where nothing refuses them. */
final class ControlGadget implements Serializable {
    private static final long serialVersionUID = 1L;

    static {
        GadgetLog.touched("ControlGadget");
    }

    ControlGadget() {
        GadgetLog.touched("ControlGadget");
    }

    private Object readResolve() {
        GadgetLog.touched("ControlGadget");
        return this;
    }

    @Override
    public boolean equals(Object other) {
        GadgetLog.touched("ControlGadget");
        return this == other;
    }

    @Override
    public int hashCode() {
        GadgetLog.touched("ControlGadget");
        return 1;
    }
}
