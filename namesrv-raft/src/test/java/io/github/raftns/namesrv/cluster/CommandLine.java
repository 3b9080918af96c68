package io.github.raftns.namesrv.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code ns}, in a process of its own. */
final class CommandLine {
    private CommandLine() {}

    /** How it ended, and what it said on both streams. */
    record Result(int code, String output) {}

    static Result ns(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dcom.google.protobuf.use_unsafe_pre22_gencode=true",
                "io.github.raftns.client.cli.NsMain"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(Cluster.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("ns does not end; it said\n" + output);
            }
            return new Result(process.exitValue(), output);
        } finally {
            process.destroyForcibly();
        }
    }
}
