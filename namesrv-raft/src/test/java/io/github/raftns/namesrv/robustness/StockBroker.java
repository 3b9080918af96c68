package io.github.raftns.namesrv.robustness;

import static org.awaitility.Awaitility.await;

import io.github.raftns.rpc.model.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An unmodified broker with small files. It does not create topics by itself, unless the specification says so: a producer that was
 * told the wrong thing about its topic then fails instead of inventing one. Owned by the test thread.
 */
final class StockBroker {
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration REGISTRATION_TIMEOUT = Duration.ofSeconds(45);
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(200);

    private final BrokerSpec spec;
    private final HostPort address;
    private final RestartableProcess process;

    private StockBroker(BrokerSpec spec, HostPort address, RestartableProcess process) {
        this.spec = spec;
        this.address = address;
        this.process = process;
    }

    /** Starts it on loopback; does not wait. */
    static StockBroker start(Lab lab, BrokerSpec spec) throws InterruptedException {
        HostPort address = new HostPort("127.0.0.1", lab.freeBrokerPort());
        String name = "broker-" + spec.version().number() + "-" + spec.name() + "-" + spec.id();
        Path home = lab.directory(name);
        StockHome.addLogbackFiles(home);
        Path config = PropertiesFile.write(home.resolve("broker.properties"), properties(spec, address, home));
        JavaProgram program = new JavaProgram(
                spec.version().classPath(),
                StockHome.flags(spec.version(), home, "384m"),
                "org.apache.rocketmq.broker.BrokerStartup",
                List.of("-c", config.toString()));
        Map<String, String> environment = new TreeMap<>(StockHome.environment(home));
        environment.putAll(spec.environment());
        return new StockBroker(spec, address, new RestartableProcess(lab, name, home, program, environment));
    }

    private static Map<String, String> properties(BrokerSpec spec, HostPort address, Path home) {
        Path store = home.resolve("store");
        Map<String, String> properties = new TreeMap<>();
        properties.put("brokerClusterName", spec.cluster());
        properties.put("brokerName", spec.name());
        properties.put("brokerId", Long.toString(spec.id()));
        properties.put("brokerRole", spec.id() == 0 ? "ASYNC_MASTER" : "SLAVE");
        properties.put("namesrvAddr", spec.nameServers());
        properties.put("brokerIP1", address.host());
        properties.put("brokerIP2", address.host());
        properties.put("listenPort", Integer.toString(address.port()));
        properties.put("storePathRootDir", store.toString());
        properties.put("storePathCommitLog", store.resolve("commitlog").toString());
        properties.put("mappedFileSizeCommitLog", "16777216");
        properties.put("mappedFileSizeConsumeQueue", "600000");
        properties.put("maxHashSlotNum", "5000");
        properties.put("maxIndexNum", "20000");
        properties.put("timerWheelEnable", "false");
        properties.put("diskMaxUsedSpaceRatio", "95");
        properties.put("autoCreateTopicEnable", "false");
        // on a loaded machine a broker that refuses quickly would look like a NameServer's fault
        properties.put("waitTimeMillsInSendQueue", "5000");
        properties.put("osPageCacheBusyTimeOutMills", "10000");
        properties.putAll(spec.properties());
        return properties;
    }

    /** Up, and the line that says so; it need not have registered yet: 5.x may skip its first registration and then does so ten seconds later. */
    String awaitReady() throws InterruptedException {
        return process.current()
                .awaitLine(
                        "a started broker",
                        line -> line.startsWith("The broker[") && line.contains("boot success"),
                        READY_TIMEOUT);
    }

    /** Waits until that NameServer, stock or ours, lists this broker. */
    void awaitKnownTo(HostPort nameServer) {
        await(nameServer + " to know " + spec.name())
                .atMost(REGISTRATION_TIMEOUT)
                .pollInterval(POLL)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> RawAsk.clusterInfo(nameServer, ASK_TIMEOUT).body().contains(address.toString()));
    }

    BrokerSpec spec() {
        return spec;
    }

    HostPort address() {
        return address;
    }

    RestartableProcess process() {
        return process;
    }
}
