package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Starts one of our programs on a stock client. */
final class Driver {
    private Driver() {}

    static ChildProcess start(
            Lab lab, RocketmqVersion version, String name, List<String> arguments, Consumer<String> listener)
            throws InterruptedException {
        Path home = lab.directory("client-" + version.number());
        JavaProgram program = new JavaProgram(
                Drivers.classPath(version), StockHome.flags(version, home, "128m"), Drivers.mainClass(name), arguments);
        return lab.start(name + "-" + version.number(), home, program, StockHome.environment(home), listener);
    }
}
