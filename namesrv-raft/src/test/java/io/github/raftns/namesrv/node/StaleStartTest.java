package io.github.raftns.namesrv.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.testing.ManualTime;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StaleStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration SERVE_STALE_FOR = Duration.ofHours(1);

    private final ManualTime time = new ManualTime();

    @Test
    void aNodeWithoutALeaderServesAFreshStateAfterItsPatience() {
        StaleStart start = upToDateBefore(Duration.ofMinutes(5));
        time.advance(PATIENCE.minusMillis(1));
        assertThat(start.look(false)).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(start.look(false)).hasValueSatisfying(verdict -> {
            assertThat(verdict.serve()).isTrue();
            assertThat(verdict.why()).contains("the last was heard 310000 ms ago");
        });
    }

    @Test
    void patienceBeginsAnewWheneverALeaderWasInSight() {
        StaleStart start = upToDateBefore(Duration.ofMinutes(5));
        time.advance(PATIENCE.multipliedBy(2));
        assertThat(start.look(true)).isEmpty();
        time.advance(PATIENCE.minusMillis(1));
        assertThat(start.look(false)).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(start.look(false)).isPresent();
    }

    @Test
    void anOldStateIsNotServed() {
        StaleStart start = upToDateBefore(SERVE_STALE_FOR.minus(PATIENCE));
        time.advance(PATIENCE);
        assertThat(start.look(false))
                .hasValueSatisfying(verdict -> assertThat(verdict.serve()).isFalse());
    }

    @Test
    void aStateThatWasNeverUpToDateIsNotServed() {
        StaleStart start = start(OptionalLong.empty());
        time.advance(PATIENCE);
        assertThat(start.look(false)).hasValueSatisfying(verdict -> {
            assertThat(verdict.serve()).isFalse();
            assertThat(verdict.why()).contains("none was ever heard");
        });
    }

    @Test
    void aClockThatWasSetBackProvesNothing() {
        StaleStart start = upToDateBefore(Duration.ofMinutes(-5));
        time.advance(PATIENCE);
        assertThat(start.look(false)).hasValueSatisfying(verdict -> {
            assertThat(verdict.serve()).isFalse();
            assertThat(verdict.why()).contains("the clock was set back");
        });
    }

    private StaleStart upToDateBefore(Duration start) {
        return start(OptionalLong.of(time.millis() - start.toMillis()));
    }

    private StaleStart start(OptionalLong upToDateAtMillis) {
        return new StaleStart(upToDateAtMillis, PATIENCE, SERVE_STALE_FOR, time, time);
    }
}
