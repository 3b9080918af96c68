package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.config.NodeConfig;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node as a process: looks before it touches anything, prints the lines that scripts wait for, stops cleanly on SIGTERM, and
 * ends with a code and one line when the node must not go on. Main thread.
 */
final class NodeProcess {
    private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);

    /** The state machine failed, or something else that only a restart can mend. */
    private static final int EXIT_FAULT = 70;

    /** A clean stop that takes longer is cut off: whoever stops a node counts on its end. */
    private static final Duration STOP_MAX = Duration.ofSeconds(20);

    private static final String HTTP_SECONDS_MAX = "10";

    private NodeProcess() {}

    /** Returns after a clean stop. */
    static void run(NodeConfig config) throws StartRefused {
        DataDirectory.inspect(config.dataDirectory(), DataDirectory.Owner.of(config));
        Ports.probe("listenPort", config.bindAddress(), config.self().remoting().port());
        Ports.probe(
                "raft.peers", config.self().raft().host(), config.self().raft().port());
        if (config.httpPort() != 0) {
            Ports.probe("raft.httpPort", config.bindAddress(), config.httpPort());
        }
        config.warnings().forEach(LOG::warn);
        boundHttpExchanges();
        CountDownLatch stopped = new CountDownLatch(1);
        DataDirectory directory = DataDirectory.claim(config.dataDirectory(), DataDirectory.Owner.of(config));
        NameServerNode node = null;
        try {
            node = NameServerNode.start(config, directory.clusterId(), NodeProcess::endWithFault);
        } finally {
            if (node == null) {
                directory.close();
            }
        }
        stopAtExit(node, directory, stopped);
        node.serving()
                .thenRun(() -> System.out.println("The Name Server boot success. serializeType=JSON, address "
                        + config.bindAddress() + ":" + config.self().remoting().port()));
        try {
            stopped.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The JDK's server knows no other way, and without it a client that stalls keeps a thread for ever. */
    private static void boundHttpExchanges() {
        System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", HTTP_SECONDS_MAX);
        System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", HTTP_SECONDS_MAX);
    }

    private static void stopAtExit(NameServerNode node, DataDirectory directory, CountDownLatch stopped) {
        Thread stop = new Thread(
                () -> {
                    try {
                        node.close();
                        directory.close();
                    } finally {
                        stopped.countDown();
                    }
                },
                "raftns-stop");
        stop.setDaemon(true);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stop.start();
                            try {
                                stop.join(STOP_MAX.toMillis());
                            } catch (InterruptedException interrupted) {
                                Thread.currentThread().interrupt();
                            }
                            if (stop.isAlive()) {
                                System.err.println(
                                        "mqnamesrv: not stopped within " + STOP_MAX.toSeconds() + " s; ending now");
                                Runtime.getRuntime().halt(EXIT_FAULT);
                            }
                        },
                        "raftns-exit"));
    }

    private static void endWithFault(String reason, Throwable cause) {
        LOG.error("event=fault reason=\"{}\"", reason, cause);
        System.err.println("mqnamesrv: this node cannot go on: " + reason);
        System.exit(EXIT_FAULT);
    }
}
