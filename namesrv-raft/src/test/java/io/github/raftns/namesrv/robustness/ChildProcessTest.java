package io.github.raftns.namesrv.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The lab's own promises: whatever happens to a test, its children end, and a wait in vain says why. */
@Timeout(60)
final class ChildProcessTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    @Test
    void aChildEndsItselfWhenItsParentIsGone() throws Exception {
        ChildProcess child = patience(TIMEOUT);
        child.awaitLine("READY", "READY"::equals, TIMEOUT);
        child.abandon();
        assertThat(child.awaitExit(TIMEOUT)).isEqualTo(LifeGuard.PARENT_GONE);
    }

    @Test
    void aChildEndsItselfWhenItsLifetimeIsOver() throws Exception {
        ChildProcess child = patience(Duration.ofSeconds(1));
        assertThat(child.awaitExit(TIMEOUT)).isEqualTo(LifeGuard.LIFETIME_OVER);
    }

    @Test
    void aProgramThatIsNotJavaIsKilledWhenItsLifetimeIsOver() throws Exception {
        ChildProcess child =
                ChildProcess.start(spec(List.of("/bin/sh", "-c", "exec sleep 600"), Duration.ofSeconds(1)));
        assertThat(child.awaitExit(TIMEOUT)).isEqualTo(128 + 9);
        assertThat(child.toString()).contains("killed at the end of its longest lifetime");
    }

    @Test
    void aPausedChildCanBeKilled() throws Exception {
        ChildProcess child = patience(TIMEOUT);
        child.awaitLine("READY", "READY"::equals, TIMEOUT);
        child.pause();
        child.kill();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void aPausedChildGoesOnWhenThePauseEnds() throws Exception {
        ChildProcess child = patience(TIMEOUT);
        child.awaitLine("READY", "READY"::equals, TIMEOUT);
        child.pause();
        // it cannot notice while it is stopped, and must once it goes on
        child.abandon();
        assertThatThrownBy(() -> child.awaitExit(Duration.ofMillis(500))).isInstanceOf(AssertionError.class);
        child.resume();
        assertThat(child.awaitExit(TIMEOUT)).isEqualTo(LifeGuard.PARENT_GONE);
    }

    @Test
    void aWaitInVainShowsWhatTheChildSaidAndHowItEnded() {
        ChildProcess child = ChildProcess.start(spec(List.of("/bin/sh", "-c", "echo no luck; exit 3"), TIMEOUT));
        assertThatThrownBy(() -> child.awaitLine("good luck", "luck"::equals, TIMEOUT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("good luck")
                .hasMessageContaining("no luck");
    }

    @Test
    void theLogFileHoldsBothStreams() throws Exception {
        ChildProcess child = ChildProcess.start(spec(List.of("/bin/sh", "-c", "echo out; echo err >&2"), TIMEOUT));
        assertThat(child.awaitExit(TIMEOUT)).isZero();
        assertThat(Files.readAllLines(directory.resolve("child.log"))).containsExactly("out", "err");
    }

    private ChildProcess patience(Duration lifetimeMax) {
        JavaProgram program =
                new JavaProgram(TestJvm.classPath(), List.of("-Xmx32m"), Patience.class.getName(), List.of());
        // the guard inside gets the short life, the one outside a longer one, so that each is seen to work by itself
        List<String> words = program.words(LifeGuardJar.writeInto(directory), lifetimeMax);
        return ChildProcess.start(spec(words, TIMEOUT.plusSeconds(30)));
    }

    private ChildSpec spec(List<String> words, Duration lifetimeMax) {
        return new ChildSpec(
                "child", words, directory, Map.of(), directory.resolve("child.log"), Optional.empty(), lifetimeMax);
    }
}
