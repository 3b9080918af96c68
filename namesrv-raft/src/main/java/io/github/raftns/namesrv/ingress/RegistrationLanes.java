package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One lane a broker name: one registration under way, the others wait behind it in order. Identical ones that arrive through
 * several nodes ride together, but only on one that has not begun: what is under way was judged before the newcomer arrived
 * and must not speak for it.
 *
 * <p>Any thread; a lane is an immutable value replaced in one atomic step of the map.
 */
final class RegistrationLanes {
    private final int waitingMax;
    private final ConcurrentMap<BrokerName, Lane> lanes = new ConcurrentHashMap<>();

    RegistrationLanes(int waitingMax) {
        this.waitingMax = waitingMax;
    }

    /** What became of a newcomer. */
    enum Place {
        /** The lane was empty: the caller starts it. */
        FIRST,
        WAITS,
        /** It rides on the job given. */
        JOINED,
        FULL
    }

    record Entry(Place place, RegistrationJob job) {}

    Entry enter(RegistrationJob job) {
        Lane lane = Objects.requireNonNull(lanes.compute(
                job.registration().broker().name(),
                (name, old) -> old == null ? new Lane(job, List.of()) : old.with(job, waitingMax)));
        if (lane.running == job) {
            return new Entry(Place.FIRST, job);
        }
        if (lane.waiting.contains(job)) {
            return new Entry(Place.WAITS, job);
        }
        return lane.identical(job.registration())
                .map(other -> new Entry(Place.JOINED, other))
                .orElseGet(() -> new Entry(Place.FULL, job));
    }

    /** Takes the job under way out; the next of its lane, if any, is now under way and the caller starts it. */
    Optional<RegistrationJob> leave(RegistrationJob job) {
        Lane lane = lanes.computeIfPresent(job.registration().broker().name(), (name, old) -> old.without(job));
        return lane == null ? Optional.empty() : Optional.of(lane.running);
    }

    private static final class Lane {
        private final RegistrationJob running;
        private final List<RegistrationJob> waiting;

        Lane(RegistrationJob running, List<RegistrationJob> waiting) {
            this.running = running;
            this.waiting = waiting;
        }

        Lane with(RegistrationJob job, int waitingMax) {
            if (waiting.size() >= waitingMax || identical(job.registration()).isPresent()) {
                return this;
            }
            List<RegistrationJob> longer = new ArrayList<>(waiting);
            longer.add(job);
            return new Lane(running, longer);
        }

        Optional<RegistrationJob> identical(Registration registration) {
            return waiting.stream()
                    .filter(job -> job.registration().equals(registration))
                    .findFirst();
        }

        Lane without(RegistrationJob job) {
            if (running != job) {
                throw new IllegalStateException(
                        "not under way: " + job.registration().broker());
            }
            return waiting.isEmpty() ? null : new Lane(waiting.get(0), waiting.subList(1, waiting.size()));
        }
    }
}
