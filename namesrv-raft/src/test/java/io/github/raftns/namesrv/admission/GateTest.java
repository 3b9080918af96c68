package io.github.raftns.namesrv.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.raftns.namesrv.observe.NodeMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class GateTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Gate gate = new Gate(new GateLimits(2, 100, 1, 1, 1), new NodeMeters(registry));

    @Test
    void aLaneAdmitsItsLimitAndShedsTheNextAtOnce() {
        Permit first = gate.registration(10).orElseThrow();
        assertThat(gate.registration(10)).isPresent();
        assertThat(gate.registration(10)).isEmpty();

        first.close();

        assertThat(gate.registration(10)).isPresent();
        assertThat(sheds("registration")).isEqualTo(1);
    }

    @Test
    void bytesAreLimitedToo() {
        Permit big = gate.registration(90).orElseThrow();
        assertThat(gate.registration(11)).isEmpty();
        Permit small = gate.registration(10).orElseThrow();
        small.close();

        big.close();

        assertThat(gate.registration(100)).isPresent();
    }

    @Test
    void aRegistrationShedForItsBytesKeepsNoPlace() {
        assertThat(gate.registration(100)).isPresent();
        assertThat(gate.registration(1)).isEmpty();

        assertThat(gate.registration(0)).isPresent();
    }

    @Test
    void lanesTakeNothingFromEachOther() {
        assertThat(gate.control()).isPresent();
        assertThat(gate.listing()).isPresent();
        assertThat(gate.nativeRequest()).isPresent();
        assertThat(gate.control()).isEmpty();
        assertThat(gate.listing()).isEmpty();
        assertThat(gate.nativeRequest()).isEmpty();

        assertThat(gate.registration(1)).isPresent();
        assertThat(sheds("control")).isEqualTo(1);
        assertThat(sheds("listing")).isEqualTo(1);
        assertThat(sheds("native")).isEqualTo(1);
        assertThat(sheds("registration")).isZero();
    }

    @Test
    void recountsGoOneAtATimeAndANativeRequestBesideThem() {
        Gate wide = new Gate(new GateLimits(1, 1, 1, 1, 2), new NodeMeters(registry));
        Permit first = wide.recount().orElseThrow();
        assertThat(wide.recount()).isEmpty();
        Permit other = wide.nativeRequest().orElseThrow();
        assertThat(wide.nativeRequest()).isEmpty();

        first.close();
        Permit second = wide.recount().orElseThrow();
        assertThat(wide.nativeRequest()).isEmpty();

        second.close();
        other.close();
        assertThat(wide.recount()).isPresent();
    }

    @Test
    void aPermitGivenBackTwiceCountsOnce() {
        Permit permit = gate.registration(60).orElseThrow();
        permit.close();
        permit.close();
        assertThat(gate.registration(50)).isPresent();
        assertThat(gate.registration(50)).isPresent();

        assertThat(gate.registration(0)).isEmpty();
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new GateLimits(0, 1, 1, 1, 1));
    }

    private double sheds(String lane) {
        return registry.counter("raftns.sheds", "lane", lane).count();
    }
}
