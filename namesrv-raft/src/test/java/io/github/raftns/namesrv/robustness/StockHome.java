package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What every stock program gets: a home of its own, so that neither its files nor its logs meet those of others, and little memory. */
final class StockHome {
    private static final String EMPTY_LOGBACK = "<configuration/>\n";

    private StockHome() {}

    static List<String> flags(RocketmqVersion version, Path home, String heapMax) {
        List<String> flags = new ArrayList<>(version.jvmFlags());
        flags.add("-Xms32m");
        flags.add("-Xmx" + heapMax);
        flags.add("-XX:MaxDirectMemorySize=512m");
        flags.add("-Duser.home=" + home);
        return flags;
    }

    static Map<String, String> environment(Path home) {
        return Map.of("ROCKETMQ_HOME", home.toString());
    }

    /** 4.9 reads its logging rules from these files and does not start without; empty ones keep it quiet. */
    static void addLogbackFiles(Path home) {
        try {
            Path conf = Files.createDirectories(home.resolve("conf"));
            for (String program : List.of("namesrv", "broker", "tools")) {
                Files.writeString(conf.resolve("logback_" + program + ".xml"), EMPTY_LOGBACK);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
