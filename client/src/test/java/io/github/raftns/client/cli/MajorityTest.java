package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MajorityTest {
    @Test
    void moreThanHalfIsAMajority() {
        assertThat(Majority.of(List.of("a", "b", "a"))).contains("a");
        assertThat(Majority.of(List.of("a"))).contains("a");
    }

    @Test
    void halfIsNone() {
        assertThat(Majority.of(List.of("a", "b", "a", "b"))).isEmpty();
        assertThat(Majority.of(List.of("a", "b", "c"))).isEmpty();
        assertThat(Majority.of(List.of())).isEmpty();
    }

    @Test
    void thoseOutsideTheMajorityAreOdd() {
        assertThat(Majority.odd(Map.of("n1", "a", "n2", "b", "n3", "a"))).containsExactly("n2");
        assertThat(Majority.odd(Map.of("n1", "a", "n2", "a"))).isEmpty();
    }

    @Test
    void withATieAllAreOdd() {
        assertThat(Majority.odd(Map.of("n1", "a", "n2", "b"))).containsExactlyInAnyOrder("n1", "n2");
    }
}
