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

    /**
     * Creates a topic on the broker's cluster and waits until that is done, not until the command ends: it idles for five seconds
     * before that.
     */
    ChildProcess createTopic(String nameServers, StockBroker broker, String topic) throws InterruptedException {
        String cluster = broker.spec().cluster();
        ChildProcess command =
                begin("updateTopic", "-n", nameServers, "-c", cluster, "-t", topic, "-r", "4", "-w", "4");
        String success = "create topic to " + broker.address() + " success";
        command.awaitLine("a created topic", line -> line.contains(success), TIMEOUT);
        return command;
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
