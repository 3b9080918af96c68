package io.github.raftns.namesrv.leadership;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Holds the current belief and tells those who asked. Written by replication alone; read by any thread. */
public final class LeadershipWatch {
    private final List<Consumer<Leadership>> listeners = new CopyOnWriteArrayList<>();
    private volatile Leadership current = Leadership.NONE;

    public Leadership current() {
        return current;
    }

    /** The listener is called on replication's thread at each change; it must be quick and must not block. */
    public void onChange(Consumer<Leadership> listener) {
        listeners.add(listener);
    }

    /** For replication: publishes a new belief. Equal beliefs are not repeated. */
    public void publish(Leadership next) {
        if (next.equals(current)) {
            return;
        }
        current = next;
        for (Consumer<Leadership> listener : listeners) {
            listener.accept(next);
        }
    }
}
