package io.github.raftns.namesrv.admission;

import io.github.raftns.namesrv.observe.Lane;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.observe.Tally;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Says at the door whether a request that outlives its event-loop turn may be worked on (design O1-O3). Each lane has its own
 * permits, so a storm of registrations takes none from goodbyes or administration, and a full lane sheds at once instead of
 * queueing.
 *
 * <p>What is answered inline holds nothing and needs no permit: lookups (never shed, design R5), heartbeats, and renewals known
 * to add nothing, which are thereby never starved. Any thread; the state is one counter a lane.
 */
public final class Gate {
    private final Budget registrations;
    private final Budget registrationBytes;
    private final Budget controls;
    private final Budget listings;
    private final Budget natives;
    private final Budget recounts;

    public Gate(GateLimits limits, NodeMeters meters) {
        Tally registrationsShed = meters.sheds(Lane.REGISTRATION);
        registrations = new Budget(limits.registrations(), registrationsShed);
        registrationBytes = new Budget(limits.registrationBytes(), registrationsShed);
        controls = new Budget(limits.controls(), meters.sheds(Lane.CONTROL));
        listings = new Budget(limits.listings(), meters.sheds(Lane.LISTING));
        Tally nativesShed = meters.sheds(Lane.NATIVE);
        natives = new Budget(limits.natives(), nativesShed);
        recounts = new Budget(1, nativesShed);
    }

    /** For a registration that must be parsed: one place, and its bytes. */
    public Optional<Permit> registration(int bodyBytes) {
        return registrations.take(1).flatMap(place -> with(place, registrationBytes.take(bodyBytes)));
    }

    public Optional<Permit> control() {
        return controls.take(1);
    }

    public Optional<Permit> listing() {
        return listings.take(1);
    }

    public Optional<Permit> nativeRequest() {
        return natives.take(1);
    }

    /** For a native request that keeps a worker for seconds: one at a time, so that registrations find another worker. */
    public Optional<Permit> recount() {
        return natives.take(1).flatMap(place -> with(place, recounts.take(1)));
    }

    /** Both, or none: without the other, the first is given back. */
    private static Optional<Permit> with(Permit first, Optional<Permit> other) {
        if (other.isEmpty()) {
            first.close();
        }
        return other.map(second -> () -> {
            first.close();
            second.close();
        });
    }

    private static final class Budget {
        private final long max;
        private final Tally shed;
        private final AtomicLong taken = new AtomicLong();

        Budget(long max, Tally shed) {
            this.max = max;
            this.shed = shed;
        }

        Optional<Permit> take(long amount) {
            if (taken.addAndGet(amount) > max) {
                taken.addAndGet(-amount);
                shed.add();
                return Optional.empty();
            }
            AtomicBoolean held = new AtomicBoolean(true);
            return Optional.of(() -> {
                if (held.compareAndSet(true, false)) {
                    taken.addAndGet(-amount);
                }
            });
        }
    }
}
