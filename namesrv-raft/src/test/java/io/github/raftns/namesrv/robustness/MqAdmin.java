package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The unmodified {@code mqadmin} of one version. Its exit code is 0 even when the command failed, so look at the output as well.
 * Owned by the test thread.
 */
final class MqAdmin {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Lab lab;
    private final RocketmqVersion version;
    private final Path home;

    MqAdmin(Lab lab, RocketmqVersion version) {
        this.lab = lab;
        this.version = version;
        this.home = lab.directory("mqadmin-" + version.number());
        StockHome.addLogbackFiles(home);
    }

    /** Runs one command to its end. */
    ChildExit run(String... words) throws InterruptedException {
        return finish(begin(words));
    }

    /** Starts a command, so that several can run side by side. */
    ChildProcess begin(String... words) throws InterruptedException {
        JavaProgram program = new JavaProgram(
                version.classPath(),
                StockHome.flags(version, home, "128m"),
                "org.apache.rocketmq.tools.command.MQAdminStartup",
                List.of(words));
        return lab.start("mqadmin-" + version.number() + "-" + words[0], home, program, StockHome.environment(home));
    }

    /** Waits for the end of a command that was begun. */
    ChildExit finish(ChildProcess command) throws InterruptedException {
        int code = command.awaitExit(TIMEOUT);
        return new ChildExit(code, String.join("\n", command.output().lines()));
    }
}
