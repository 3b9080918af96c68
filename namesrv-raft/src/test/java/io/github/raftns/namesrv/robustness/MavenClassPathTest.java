package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class MavenClassPathTest {
    private static final String BROKEN =
            """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>io.github.raftns.lab</groupId>
              <artifactId>broken</artifactId>
              <version>1</version>
              <packaging>no-such-packaging</packaging>
            </project>
            """;

    @Test
    void aPomThatCannotBeResolvedFailsWithWhatMavenSaid() {
        assertThatThrownBy(() -> MavenClassPath.of("broken", BROKEN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("class path of broken")
                .hasMessageContaining("no-such-packaging");
    }

    @Test
    void eachVersionHasItsOwnJarsAndNoneOfTheOther() throws Exception {
        List<String> older = List.of(RocketmqVersion.V4_9_7.classPath().split(File.pathSeparator));
        List<String> newer = List.of(RocketmqVersion.V5_5_0.classPath().split(File.pathSeparator));
        for (String part : List.of("namesrv", "broker", "tools", "client")) {
            assertThat(older).anyMatch(jar -> jar.endsWith("rocketmq-" + part + "-4.9.7.jar"));
            assertThat(newer).anyMatch(jar -> jar.endsWith("rocketmq-" + part + "-5.5.0.jar"));
        }
        assertThat(older).noneMatch(jar -> jar.contains("rocketmq") && jar.endsWith("-5.5.0.jar"));
        assertThat(newer).noneMatch(jar -> jar.contains("rocketmq") && jar.endsWith("-4.9.7.jar"));
    }
}
