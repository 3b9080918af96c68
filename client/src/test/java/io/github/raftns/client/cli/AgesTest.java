package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {
    @ParameterizedTest
    @CsvSource({"-1, never", "0, 0 ms", "999, 999 ms", "1540, 1.5 s", "119999, 119.9 s", "120000, 2 min", "7200000, 2 h"
    })
    void anAgeIsGivenInTheUnitThatPeopleWouldUse(long millis, String text) {
        assertThat(Ages.text(millis)).isEqualTo(text);
    }
}
