package io.github.raftns.namesrv.liveness;

import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The leader's leases, in the order of their deadlines. Owned by one thread, the timer thread that runs
 * {@link LivenessDesk}'s tick; nobody else sees it.
 *
 * <pre>
 * event                            lease
 * a registration (epoch) appears   a full one
 * a sign of life of its epoch      a full one from when it was heard, never shortened
 * a sign of life of another epoch  untouched: it speaks for a registration that is gone, or not here yet
 * its timeout changes              keeps its start
 * this node paused                 every lease is pushed back by as much
 * the registration goes            none
 * </pre>
 */
final class LeaseTable {
    /** Longer ones are cut: a lease is not a way to stay for ever, and sums must not overflow. */
    private static final Duration TIMEOUT_MAX = Duration.ofDays(1);

    private final long originNanos;
    private final Duration ownTimeout;
    private final Map<BrokerKey, Lease> leases = new HashMap<>();
    private final TreeSet<Lease> byDeadline = new TreeSet<>(Lease.BY_DEADLINE);

    /**
     * @param originNanos any reading of the clock that all times given here come from, so that they compare as numbers
     * @param ownTimeout for brokers that announce none
     */
    LeaseTable(long originNanos, Duration ownTimeout) {
        this.originNanos = originNanos;
        this.ownTimeout = ownTimeout;
    }

    /** Grants leases to new registrations, drops those of gone ones, leaves the others running. */
    void follow(List<Roll.Registered> roll, long nowNanos) {
        Map<BrokerKey, Roll.Registered> registered = new HashMap<>();
        for (Roll.Registered each : roll) {
            registered.put(each.broker(), each);
        }
        for (Lease lease : new ArrayList<>(byDeadline)) {
            if (!registered.containsKey(lease.broker())) {
                remove(lease);
            }
        }
        for (Roll.Registered each : roll) {
            long timeoutNanos = timeoutNanos(each.timeoutMillis());
            Lease known = leases.get(each.broker());
            if (known == null || !known.epoch().equals(each.epoch())) {
                put(new Lease(each.broker(), each.epoch(), nowNanos - originNanos, timeoutNanos));
            } else if (known.timeoutNanos() != timeoutNanos) {
                put(new Lease(each.broker(), each.epoch(), known.fromNanos(), timeoutNanos));
            }
        }
    }

    void renew(Sighting sighting) {
        Lease lease = leases.get(sighting.broker());
        long from = sighting.atNanos() - originNanos;
        if (lease != null && lease.epoch().equals(sighting.epoch()) && from > lease.fromNanos()) {
            put(lease.from(from));
        }
    }

    void postponeAll(long nanos) {
        for (Lease lease : new ArrayList<>(byDeadline)) {
            put(lease.from(lease.fromNanos() + nanos));
        }
    }

    void clear() {
        leases.clear();
        byDeadline.clear();
    }

    /** Those that ran out at or before this time, the oldest first. */
    List<Lease> expiredAt(long nowNanos) {
        List<Lease> expired = new ArrayList<>();
        for (Lease lease : byDeadline) {
            if (lease.deadlineNanos() > nowNanos - originNanos) {
                break;
            }
            expired.add(lease);
        }
        return expired;
    }

    /** When each registration's lease runs out, on the clock of the times given. */
    Map<BrokerKey, Deadline> deadlines() {
        Map<BrokerKey, Deadline> deadlines = new HashMap<>();
        for (Lease lease : byDeadline) {
            deadlines.put(lease.broker(), new Deadline(lease.epoch(), lease.deadlineNanos() + originNanos));
        }
        return deadlines;
    }

    record Deadline(Epoch epoch, long atNanos) {}

    private void put(Lease lease) {
        Lease before = leases.put(lease.broker(), lease);
        if (before != null) {
            byDeadline.remove(before);
        }
        byDeadline.add(lease);
    }

    private void remove(Lease lease) {
        leases.remove(lease.broker());
        byDeadline.remove(lease);
    }

    private long timeoutNanos(long announcedMillis) {
        if (announcedMillis <= 0) {
            return ownTimeout.toNanos();
        }
        return TimeUnit.MILLISECONDS.toNanos(Math.min(announcedMillis, TIMEOUT_MAX.toMillis()));
    }
}
