package io.github.raftns.namesrv.replication;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first fault of this replica. Before the node has started it is what start throws; afterwards the listener is told, once, on
 * a thread of its own, since what it does (ending the process) waits for the thread that found the fault. Any thread.
 */
final class Faults {
    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

    private final AtomicReference<Fault> first = new AtomicReference<>();
    private final AtomicReference<StateListener> told = new AtomicReference<>();

    record Fault(String reason, Throwable cause) {}

    /** Later faults are consequences and only logged. */
    void report(String reason, Throwable cause) {
        LOG.error("fault: {}", reason, cause);
        if (first.compareAndSet(null, new Fault(reason, cause))) {
            tell();
        }
    }

    Optional<Fault> first() {
        return Optional.ofNullable(first.get());
    }

    /** From now on the listener hears of the first fault, even if it was before. */
    void tellTo(StateListener listener) {
        told.set(listener);
        tell();
    }

    private void tell() {
        Fault fault = first.get();
        if (fault == null) {
            return;
        }
        StateListener listener = told.getAndSet(null);
        if (listener != null) {
            Thread thread = new Thread(() -> listener.failed(fault.reason(), fault.cause()), "replication-fault");
            thread.setDaemon(true);
            thread.start();
        }
    }
}
