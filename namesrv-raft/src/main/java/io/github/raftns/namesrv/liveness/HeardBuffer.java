package io.github.raftns.namesrv.liveness;

import io.github.raftns.rpc.model.BrokerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The inbox of liveness: the latest sighting of each broker. Lock-free: event loops and the Raft port's threads put in, the owner
 * of the leases takes out. A sighting put in is taken out exactly once, unless a later one of the same broker replaced it;
 * so memory is bounded by the number of brokers.
 */
final class HeardBuffer {
    private final ConcurrentMap<BrokerKey, Sighting> pending = new ConcurrentHashMap<>();
    private final ConcurrentMap<BrokerKey, Sighting> latest = new ConcurrentHashMap<>();

    void note(Sighting sighting) {
        latest.merge(sighting.broker(), sighting, Sighting::laterOf);
        pending.merge(sighting.broker(), sighting, Sighting::laterOf);
    }

    List<Sighting> drain() {
        List<Sighting> drained = new ArrayList<>(pending.size());
        for (Sighting sighting : pending.values()) {
            // one replaced meanwhile stays for the next time
            if (pending.remove(sighting.broker(), sighting)) {
                drained.add(sighting);
            }
        }
        return drained;
    }

    /** Puts back what was drained but not delivered. */
    void giveBack(List<Sighting> undelivered) {
        for (Sighting sighting : undelivered) {
            pending.merge(sighting.broker(), sighting, Sighting::laterOf);
        }
    }

    /** The last sighting, whether drained or not. */
    Optional<Sighting> latest(BrokerKey broker) {
        return Optional.ofNullable(latest.get(broker));
    }

    /** Forgets brokers that have gone. */
    void keepOnly(Set<BrokerKey> registered) {
        latest.keySet().retainAll(registered);
        pending.keySet().retainAll(registered);
    }
}
