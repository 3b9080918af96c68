package io.github.raftns.namesrv.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NodeMeters meters = new NodeMeters(registry);

    @Test
    void everyCounterIsThereFromTheStart() {
        for (RegistrationResult result : RegistrationResult.values()) {
            assertThat(count("raftns.registrations", "result", result)).isZero();
        }
        for (LookupResult result : LookupResult.values()) {
            assertThat(count("raftns.lookups", "result", result)).isZero();
        }
        for (ExpiryResult result : ExpiryResult.values()) {
            assertThat(count("raftns.expiries", "result", result)).isZero();
        }
        for (Lane lane : Lane.values()) {
            assertThat(count("raftns.sheds", "lane", lane)).isZero();
        }
    }

    @Test
    void eachEventRaisesItsOwnCounter() {
        meters.registration(RegistrationResult.CHANGED);
        meters.lookup(LookupResult.FOUND);
        meters.lookup(LookupResult.FOUND);
        meters.expiry(ExpiryResult.APPLIED);
        meters.sheds(Lane.DESK).add();
        meters.forwarded();
        meters.reportFailed();
        meters.leasesPostponed();

        assertThat(count("raftns.registrations", "result", RegistrationResult.CHANGED))
                .isEqualTo(1);
        assertThat(count("raftns.registrations", "result", RegistrationResult.FAILED))
                .isZero();
        assertThat(count("raftns.lookups", "result", LookupResult.FOUND)).isEqualTo(2);
        assertThat(count("raftns.expiries", "result", ExpiryResult.APPLIED)).isEqualTo(1);
        assertThat(count("raftns.sheds", "lane", Lane.DESK)).isEqualTo(1);
        assertThat(registry.get("raftns.forwards").counter().count()).isEqualTo(1);
        assertThat(registry.get("raftns.report.failures").counter().count()).isEqualTo(1);
        assertThat(registry.get("raftns.leases.postponed").counter().count()).isEqualTo(1);
    }

    @Test
    void aGaugeIsReadWhenAskedForAndKeptAlive() {
        AtomicInteger value = new AtomicInteger(1);
        meters.gauge("raftns.test", "for this test", value::get);
        value.set(5);

        assertThat(registry.get("raftns.test").gauge().value()).isEqualTo(5);
    }

    private double count(String name, String tag, Enum<?> value) {
        return registry.get(name)
                .tag(tag, value.name().toLowerCase(Locale.ROOT))
                .counter()
                .count();
    }
}
