package io.github.raftns.namesrv.replication;

import java.nio.file.Path;
import java.util.Map;

/**
 * What JRaft and bolt can only be told through system properties, before its classes load, and once for the process. What the operator set
 * is left alone.
 */
final class JvmSettings {
    private JvmSettings() {}

    /** @param dumps where JRaft writes what a SIGUSR2 asks for */
    static void apply(Path dumps) {
        Map<String, String> settings = Map.of(
                // where this pool rejects, heartbeats to a follower end for good
                "jraft.rpc.closure.threadpool.size.max",
                "512",
                "jraft.closure.threadpool.size.max",
                "256",
                // bolt would write log files of its own below the user's home; what matters JRaft reports too
                "sofa.middleware.log.disable",
                "true",
                "sofa.middleware.log.internal.level",
                "ERROR",
                "jraft.signal.node.describe.dir",
                dumps.toString(),
                "jraft.signal.node.metrics.dir",
                dumps.toString(),
                "jraft.signal.thread.pool.metrics.dir",
                dumps.toString());
        settings.forEach(System.getProperties()::putIfAbsent);
    }
}
