package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NsArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status --nonsense | --nonsense",
                "frobnicate | frobnicate",
                "status --address here | 'here' is not host:port",
                "status --address 127.0.0.1:99999 | port 99999 is not in 1..65535",
                "status --timeout soon | 'soon' is not a time such as 3s or 500ms",
                "status --timeout 0s | '0s' is not between 1ms and 600s",
                "route | TOPIC",
                "route A B | B",
                "topics extra | extra"
            })
    void wrongUsageExitsWithTwoAndOneLineThatNamesTheMistake(String line, String mistake) {
        Ns ns = Ns.run(line.split(" "));

        assertThat(ns.code()).isEqualTo(2);
        assertThat(ns.err()).startsWith("ns: ").contains(mistake);
        assertThat(ns.err().lines()).hasSize(1);
        assertThat(ns.out()).isEmpty();
    }

    @Test
    void noCommandIsWrongUsage() {
        Ns ns = Ns.run();

        assertThat(ns.code()).isEqualTo(2);
        assertThat(ns.err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "status --help", "verify --help", "route --help"})
    void helpGoesToStandardOutputWithoutColours(String line) {
        Ns ns = Ns.run(line.split(" "));

        assertThat(ns.code()).isZero();
        assertThat(ns.out()).contains("Usage: ns").contains("--address").doesNotContain("\u001b");
        assertThat(ns.err()).isEmpty();
    }

    @Test
    void versionIsOneLine() {
        Ns ns = Ns.run("--version");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).hasSize(1);
        assertThat(ns.out()).startsWith("ns ");
    }
}
