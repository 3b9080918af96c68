package io.github.raftns.namesrv.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a node counts. Every counter exists from the start, so that a scrape shows zeros instead of gaps, and raising one
 * looks no tag up. Any thread.
 */
public final class NodeMeters {
    private final MeterRegistry registry;
    private final Map<RegistrationResult, Counter> registrations = new EnumMap<>(RegistrationResult.class);
    private final Map<LookupResult, Counter> lookups = new EnumMap<>(LookupResult.class);
    private final Map<ExpiryResult, Counter> expiries = new EnumMap<>(ExpiryResult.class);
    private final Map<Lane, Counter> sheds = new EnumMap<>(Lane.class);
    private final Counter forwards;
    private final Counter reportFailures;
    private final Counter leasesPostponed;

    public NodeMeters(MeterRegistry registry) {
        this.registry = registry;
        for (RegistrationResult result : RegistrationResult.values()) {
            registrations.put(result, counter("raftns.registrations", "Registrations by result", "result", result));
        }
        for (LookupResult result : LookupResult.values()) {
            lookups.put(result, counter("raftns.lookups", "Route lookups by result", "result", result));
        }
        for (ExpiryResult result : ExpiryResult.values()) {
            expiries.put(result, counter("raftns.expiries", "Proposed expiries by result", "result", result));
        }
        for (Lane lane : Lane.values()) {
            sheds.put(lane, counter("raftns.sheds", "Requests shed at once by lane", "lane", lane));
        }
        forwards = Counter.builder("raftns.forwards")
                .description("Changes forwarded to the leader")
                .register(registry);
        reportFailures = Counter.builder("raftns.report.failures")
                .description("Reports of signs of life that no leader accepted")
                .register(registry);
        leasesPostponed = Counter.builder("raftns.leases.postponed")
                .description("Times that all leases were pushed back for a pause of this node")
                .register(registry);
    }

    public void registration(RegistrationResult result) {
        registrations.get(result).increment();
    }

    public void lookup(LookupResult result) {
        lookups.get(result).increment();
    }

    public void expiry(ExpiryResult result) {
        expiries.get(result).increment();
    }

    public void forwarded() {
        forwards.increment();
    }

    public void reportFailed() {
        reportFailures.increment();
    }

    public void leasesPostponed() {
        leasesPostponed.increment();
    }

    /** The counter of what this lane shed. */
    public Tally sheds(Lane lane) {
        return sheds.get(lane)::increment;
    }

    /** A value that is read when somebody scrapes; it must be cheap and must not block. */
    public void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private Counter counter(String name, String description, String tag, Enum<?> value) {
        return Counter.builder(name)
                .description(description)
                .tag(tag, value.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
