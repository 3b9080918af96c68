package io.github.raftns.namesrv.liveness;

import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import java.util.Comparator;

/**
 * The time that one registration has left without a sign of life.
 *
 * @param fromNanos when it was granted or last renewed, since the table's origin
 * @param timeoutNanos how long it runs
 */
record Lease(BrokerKey broker, Epoch epoch, long fromNanos, long timeoutNanos) {
    static final Comparator<Lease> BY_DEADLINE =
            Comparator.comparingLong(Lease::deadlineNanos).thenComparing(Lease::broker);

    long deadlineNanos() {
        return fromNanos + timeoutNanos;
    }

    Lease from(long nanos) {
        return new Lease(broker, epoch, nanos, timeoutNanos);
    }
}
