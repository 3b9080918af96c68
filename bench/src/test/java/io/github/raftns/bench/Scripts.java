package io.github.raftns.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the project's scripts on the class path of the tests, so that nothing is built. Owned by the test thread. */
final class Scripts {
    private static final long PATIENCE_SECONDS = 120;
    /** Bases whose HTTP ports stay below the range from which outgoing connections get theirs. */
    private static final int BASE_FIRST = 12_000;

    private static final int BASE_LAST = 12_700;
    private static final List<Integer> OFFSETS = List.of(0, 10_000, 20_000);

    private final Path scratch;

    /** @param scratch where the output goes; also the working directory, to show that it does not matter */
    Scripts(Path scratch) {
        this.scratch = scratch;
    }

    /** How a script ended and what it printed. */
    record Result(int code, String out, String err) {}

    Result run(String script, String... arguments) throws IOException, InterruptedException {
        Path file = Path.of(System.getProperty("raftns.basedir"), "bin", script);
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(Arrays.asList(arguments));
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
                        "RAFTNS_HEAP",
                        "128m",
                        "RAFTNS_JAVA_OPTS",
                        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                        "JAVA_HOME",
                        System.getProperty("java.home")));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " did not end within " + PATIENCE_SECONDS + " s");
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** A base from which so many nodes find all their ports free, not below a given one. */
    static int freeBase(int atLeast, int nodes) {
        for (int base = Math.max(BASE_FIRST, atLeast); base <= BASE_LAST; base += nodes) {
            if (allFree(base, nodes)) {
                return base;
            }
        }
        throw new IllegalStateException("no free ports for " + nodes + " nodes from " + BASE_FIRST + " on");
    }

    private static boolean allFree(int base, int nodes) {
        for (int offset : OFFSETS) {
            for (int port = base + offset; port < base + offset + nodes; port++) {
                if (!isFree(port)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
