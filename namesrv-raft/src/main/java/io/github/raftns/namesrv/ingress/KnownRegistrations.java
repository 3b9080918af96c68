package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.codec.RegistrationFingerprint;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.LogIndex;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Registrations known to add nothing, by their fingerprints: found so by parsing and comparing once, recognised without
 * either from then on (design D7, accident A9).
 *
 * <p>What was found holds for exactly one revision of the broker's group, since the comparison read rows of that group alone;
 * an entry of another revision answers "not known" and is dropped. A broker has up to {@link #PER_BROKER_MAX} of them (a split
 * table comes as that many chunks), the least recently used going first; all brokers together have a limit too.
 *
 * <p>Any thread: event loops ask without a lock, workers add. Losing a race costs a parse, never a wrong answer.
 */
final class KnownRegistrations {
    static final int PER_BROKER_MAX = 128;

    private final int totalMax;
    private final ConcurrentMap<BrokerKey, Broker> brokers = new ConcurrentHashMap<>();
    private final AtomicInteger total = new AtomicInteger();
    private final AtomicLong uses = new AtomicLong();

    /** @param totalMax fingerprints of all brokers together */
    KnownRegistrations(int totalMax) {
        if (totalMax < PER_BROKER_MAX) {
            throw new IllegalArgumentException("at least " + PER_BROKER_MAX + " must fit, not " + totalMax);
        }
        this.totalMax = totalMax;
    }

    boolean addsNothing(BrokerKey key, LogIndex revision, RegistrationFingerprint fingerprint) {
        Broker broker = brokers.get(key);
        if (broker == null) {
            return false;
        }
        if (!broker.revision.equals(revision)) {
            if (broker.revision.compareTo(revision) < 0) {
                drop(key, broker);
            }
            return false;
        }
        if (!broker.fingerprints.containsKey(fingerprint)) {
            return false;
        }
        broker.touch(fingerprint, uses.incrementAndGet());
        return true;
    }

    /** @param revision the one that the comparison was made at; older than what is known already, it is ignored */
    void remember(BrokerKey key, LogIndex revision, RegistrationFingerprint fingerprint) {
        brokers.compute(key, (same, known) -> {
            if (known != null && known.revision.compareTo(revision) > 0) {
                return known;
            }
            Broker broker = known;
            if (known == null || !known.revision.equals(revision)) {
                total.addAndGet(known == null ? 0 : -known.fingerprints.size());
                broker = new Broker(revision);
            }
            total.addAndGet(broker.add(fingerprint, uses.incrementAndGet()));
            return broker;
        });
        while (total.get() > totalMax && dropLeastRecentlyUsedBut(key)) {
            // one broker at a time
        }
    }

    /** Fingerprints kept now. */
    int size() {
        return total.get();
    }

    private boolean dropLeastRecentlyUsedBut(BrokerKey kept) {
        return brokers.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(kept))
                .min(Comparator.comparingLong(entry -> entry.getValue().lastUse))
                .map(oldest -> {
                    drop(oldest.getKey(), oldest.getValue());
                    return true;
                })
                .orElse(false);
    }

    private void drop(BrokerKey key, Broker broker) {
        brokers.computeIfPresent(key, (same, known) -> {
            if (known != broker) {
                return known;
            }
            total.addAndGet(-known.fingerprints.size());
            return null;
        });
    }

    /** Its fingerprints are added and dropped only inside the map's atomic step for its key; they are asked for and touched outside. */
    private static final class Broker {
        private final LogIndex revision;
        private final ConcurrentMap<RegistrationFingerprint, Long> fingerprints = new ConcurrentHashMap<>();
        private volatile long lastUse;

        Broker(LogIndex revision) {
            this.revision = revision;
        }

        /** How many more there are now. */
        int add(RegistrationFingerprint fingerprint, long use) {
            int before = fingerprints.size();
            fingerprints.put(fingerprint, use);
            lastUse = use;
            while (fingerprints.size() > PER_BROKER_MAX) {
                fingerprints.remove(Collections.min(fingerprints.entrySet(), Map.Entry.comparingByValue())
                        .getKey());
            }
            return fingerprints.size() - before;
        }

        void touch(RegistrationFingerprint fingerprint, long use) {
            fingerprints.replace(fingerprint, use);
            lastUse = use;
        }
    }
}
