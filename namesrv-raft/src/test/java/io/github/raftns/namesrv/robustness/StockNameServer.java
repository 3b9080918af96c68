package io.github.raftns.namesrv.robustness;

import io.github.raftns.rpc.model.HostPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An unmodified NameServer. Owned by the test thread. */
final class StockNameServer {
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

    private final HostPort address;
    private final RestartableProcess process;

    private StockNameServer(HostPort address, RestartableProcess process) {
        this.address = address;
        this.process = process;
    }

    /** Starts it on loopback; does not wait. */
    static StockNameServer start(Lab lab, RocketmqVersion version) throws InterruptedException {
        HostPort address = new HostPort("127.0.0.1", lab.freePort());
        String name = "namesrv-" + version.number() + "-" + address.port();
        Path home = lab.directory(name);
        StockHome.addLogbackFiles(home);
        Path config = PropertiesFile.write(
                home.resolve("namesrv.properties"),
                Map.of("listenPort", Integer.toString(address.port()), "bindAddress", address.host()));
        JavaProgram program = new JavaProgram(
                version.classPath(),
                StockHome.flags(version, home, "128m"),
                "org.apache.rocketmq.namesrv.NamesrvStartup",
                List.of("-c", config.toString()));
        return new StockNameServer(
                address, new RestartableProcess(lab, name, home, program, StockHome.environment(home)));
    }

    void awaitReady() throws InterruptedException {
        process.current()
                .awaitLine(
                        "a started NameServer", line -> line.contains("The Name Server boot success"), READY_TIMEOUT);
    }

    HostPort address() {
        return address;
    }

    RestartableProcess process() {
        return process;
    }
}
