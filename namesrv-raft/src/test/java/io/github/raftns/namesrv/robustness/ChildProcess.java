package io.github.raftns.namesrv.robustness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One operating-system process under test. It never outlives the test JVM (a shutdown hook kills it; a child JVM also ends itself, see
 * {@link LifeGuard}) nor its longest lifetime. Every wait is for a line or for the exit, with a deadline; a wait in vain fails the test
 * with the end of the child's output.
 *
 * <p>Called by the test thread. A reader thread of its own owns the log file and calls the line listener.
 */
final class ChildProcess {
    private static final int TAIL_LINES = 60;
    /** Logback's account of how it read its configuration: hundreds of lines from every RocketMQ 5 program, kept in the log file only. */
    private static final String LOGBACK_CHATTER = " |-INFO in ";

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(20);
    private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALIVE.forEach(ChildProcess::destroy), "lab-end"));
    }

    private final ChildSpec spec;
    private final Process process;
    private final ChildOutput output = new ChildOutput();
    private final Thread reader;
    private final CompletableFuture<ProcessHandle> watchdog;
    /** Null while it may run. */
    private Pause pause;

    private ChildProcess(ChildSpec spec, Process process, Consumer<String> listener) {
        this.spec = spec;
        this.process = process;
        this.reader = new Thread(() -> read(listener), "lab-read-" + spec.name());
        reader.setDaemon(true);
        // kept until its end: with the process object its standard input could be closed
        ALIVE.add(this);
        this.watchdog = process.toHandle()
                .onExit()
                .orTimeout(spec.lifetimeMax().toSeconds(), TimeUnit.SECONDS)
                .whenComplete((handle, overtime) -> {
                    destroy();
                    ALIVE.remove(this);
                });
    }

    static ChildProcess start(ChildSpec spec) {
        return start(spec, line -> {});
    }

    /** @param listener gets every line, on the reader thread, before any wait sees it */
    static ChildProcess start(ChildSpec spec, Consumer<String> listener) {
        ProcessBuilder builder = new ProcessBuilder(spec.words());
        builder.directory(spec.directory().toFile());
        spec.errors()
                .ifPresentOrElse(
                        errors -> builder.redirectError(errors.toFile()), () -> builder.redirectErrorStream(true));
        // what the developer's shell says about some other RocketMQ must not reach this one
        builder.environment().keySet().removeIf(key -> key.startsWith("ROCKETMQ_") || key.equals("NAMESRV_ADDR"));
        builder.environment().putAll(spec.environment());
        try {
            ChildProcess child = new ChildProcess(spec, builder.start(), listener);
            child.reader.start();
            return child;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + spec.name() + ": " + spec.words(), failure);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    ChildOutput output() {
        return output;
    }

    /** Waits for a line, past ones included. */
    String awaitLine(String what, Predicate<String> wanted, Duration timeout) throws InterruptedException {
        return output.await(wanted, timeout)
                .orElseThrow(() -> new AssertionError("no sign of " + what + " within " + timeout + " from " + this));
    }

    /** Waits for the end, and for the last line of output; returns the exit code. */
    int awaitExit(Duration timeout) throws InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running after " + timeout + ": " + this);
        }
        reader.join(KILL_TIMEOUT.toMillis());
        return process.exitValue();
    }

    /** SIGKILL, and waits until it is gone. */
    void kill() throws InterruptedException {
        destroy();
        awaitExit(KILL_TIMEOUT);
        if (pause != null) {
            pause.end();
            pause = null;
        }
    }

    /** SIGTERM; it may take its time. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** SIGSTOP: its sockets stay, nothing is answered. */
    void pause() {
        if (pause != null) {
            throw new IllegalStateException("already paused: " + this);
        }
        pause = Pause.begin(pid());
    }

    /** SIGCONT. */
    void resume() throws InterruptedException {
        if (pause == null) {
            throw new IllegalStateException("not paused: " + this);
        }
        pause.end();
        pause = null;
    }

    /** Closes its standard input, as the death of this JVM would. */
    void abandon() throws IOException {
        process.getOutputStream().close();
    }

    /** SIGKILL without waiting. By its handle: a kill through Process would close our end of the pipes and lose the last lines. */
    void destroy() {
        process.toHandle().destroyForcibly();
    }

    private void read(Consumer<String> listener) {
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                BufferedWriter log = Files.newBufferedWriter(spec.log())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.write(line);
                log.newLine();
                log.flush();
                listener.accept(line);
                if (!line.contains(LOGBACK_CHATTER)) {
                    output.add(line);
                }
            }
        } catch (IOException failure) {
            output.add("[the lab could not go on reading: " + failure + "]");
        } finally {
            output.end();
        }
    }

    @Override
    public String toString() {
        String state = isAlive() ? "running" : "exit code " + process.exitValue();
        String limit = watchdog.isCompletedExceptionally() ? ", killed at the end of its longest lifetime" : "";
        return spec.name() + " (pid " + pid() + ", " + state + limit + ", all of it in " + spec.log()
                + "), the last it said:\n" + output.tail(TAIL_LINES);
    }
}
