package io.github.raftns.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of this class path in a process of its own, which can be killed without warning. What it acknowledges is read all the
 * time, so it never waits for its reader; one thread of the test asks and kills.
 */
public final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final Path errors;
    private final Thread reader;
    private final List<String> lines = new ArrayList<>(); // guarded by itself

    private ChildJvm(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.reader = new Thread(this::read, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * @param temporary what the process takes for the directory of temporary files; what it leaves there when killed is the
     *     caller's to delete
     */
    public static ChildJvm start(Class<?> program, Path temporary, Path... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(List.of("-cp", ManagementFactory.getRuntimeMXBean().getClassPath(), program.getName()));
        for (Path argument : arguments) {
            command.add(argument.toString());
        }
        Path errors = Files.createTempFile("child", ".err");
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    /** Waits until it has given so many acknowledgements. */
    public void awaitLines(int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        synchronized (lines) {
            while (lines.size() < count) {
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (leftMillis <= 0 || !reader.isAlive()) {
                    throw new AssertionError("acknowledged " + lines + " and no more; errors: " + errorText());
                }
                lines.wait(Math.min(leftMillis, 100));
            }
        }
    }

    /** Lets it run for a while; it must not end by itself meanwhile. */
    public void runFor(long millis) throws InterruptedException {
        if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            throw new AssertionError("ended by itself with " + process.exitValue() + "; errors: " + errorText());
        }
    }

    /** Waits until it ends by itself; returns its acknowledgements. */
    public List<String> awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError("did not end well; errors: " + errorText());
        }
        return everything();
    }

    /** SIGKILL, unless it has died by itself, which is an error; returns its acknowledgements. */
    public List<String> kill() throws InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError("ended by itself with " + process.exitValue() + "; errors: " + errorText());
        }
        process.destroyForcibly().waitFor();
        return everything();
    }

    private List<String> everything() throws InterruptedException {
        reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    private void read() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its log goes the same way and is no business of ours. */
    private void keep(String line) {
        if (line.startsWith(Acknowledgements.MARK)) {
            synchronized (lines) {
                lines.add(line.substring(Acknowledgements.MARK.length()));
                lines.notifyAll();
            }
        }
    }

    private String errorText() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.deleteIfExists(errors);
    }
}
