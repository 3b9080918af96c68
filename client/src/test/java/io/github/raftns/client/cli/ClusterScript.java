package io.github.raftns.client.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@code bin/cluster} on one directory with {@link FakeNodeMain} in place of a node, and nothing built. */
final class ClusterScript {
    private static final long PATIENCE_SECONDS = 60;

    private final Path script;
    private final Path directory;
    private final Path scratch;

    /** @param scratch where the output goes; also the working directory, to show that it does not matter */
    ClusterScript(Path script, Path directory, Path scratch) {
        this.script = script;
        this.directory = directory;
        this.scratch = scratch;
    }

    static Path ofProject() {
        return Path.of(System.getProperty("raftns.basedir"), "bin", "cluster");
    }

    /** @param arguments to which {@code --dir} is added */
    Result run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("--dir", directory.toString()));
        Path out = Files.createTempFile(scratch, "out", ".txt");
        Path err = Files.createTempFile(scratch, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(scratch.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        String classPath = System.getProperty("java.class.path");
        builder.environment()
                .putAll(Map.of(
                        "RAFTNS_NS_CLASSPATH",
                        classPath,
                        "RAFTNS_NODE_CLASSPATH",
                        classPath,
                        "RAFTNS_NODE_MAIN",
                        FakeNodeMain.class.getName(),
                        "RAFTNS_HEAP",
                        "64m",
                        "JAVA_HOME",
                        System.getProperty("java.home")));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " did not end within " + PATIENCE_SECONDS + " s");
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** What node number {@code index} was started as. */
    long pid(int index) throws IOException {
        return Long.parseLong(Files.readString(pidFile(index)).split(" ", 2)[0]);
    }

    Path pidFile(int index) {
        return directory.resolve("node-" + index).resolve("pid");
    }

    record Result(int code, String out, String err) {}
}
