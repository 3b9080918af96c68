package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where one test runs its processes: a directory, a block of ports, and the list of all children, which end when the lab is closed.
 * Log files stay in the build directory, everything else goes.
 *
 * <p>Owned by the test thread.
 */
final class Lab implements AutoCloseable {
    /** No test here takes longer; a child that is older was forgotten. */
    private static final Duration LIFETIME_MAX = Duration.ofMinutes(10);

    private final Path directory;
    private final Path lifeGuardJar;
    private final PortBlock ports;
    private final Deque<ChildProcess> children = new ArrayDeque<>();
    private int childrenStarted;

    private Lab(Path directory, Path lifeGuardJar, PortBlock ports) {
        this.directory = directory;
        this.lifeGuardJar = lifeGuardJar;
        this.ports = ports;
    }

    /** @param name of the test; its log files are found under it */
    static Lab open(String name) {
        try {
            Path all = Files.createDirectories(TestJvm.buildDirectory().resolve("lab"));
            Path directory = Files.createTempDirectory(all, name + "-");
            return new Lab(directory, LifeGuardJar.writeInto(directory), PortBlock.claim());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A directory of this lab, made when first asked for. */
    Path directory(String name) {
        try {
            return Files.createDirectories(directory.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int freePort() {
        return ports.one();
    }

    /** A listening port for a broker, which takes the two ports below and above it as well. */
    int freeBrokerPort() {
        return ports.run(5) + 2;
    }

    ChildProcess start(String name, Path workingDirectory, JavaProgram program, Map<String, String> environment) {
        return start(name, workingDirectory, program, environment, line -> {});
    }

    /** @param listener gets every line the child prints, on the child's reader thread */
    ChildProcess start(
            String name,
            Path workingDirectory,
            JavaProgram program,
            Map<String, String> environment,
            Consumer<String> listener) {
        return start(
                new ChildSpec(
                        name,
                        program.words(lifeGuardJar, LIFETIME_MAX),
                        workingDirectory,
                        environment,
                        nextLog(name),
                        Optional.empty(),
                        LIFETIME_MAX),
                listener);
    }

    /** A child whose standard error goes to a file of its own. */
    ChildProcess startApart(String name, Path workingDirectory, JavaProgram program, Path errors) {
        return start(
                new ChildSpec(
                        name,
                        program.words(lifeGuardJar, LIFETIME_MAX),
                        workingDirectory,
                        Map.of(),
                        nextLog(name),
                        Optional.of(errors),
                        LIFETIME_MAX),
                line -> {});
    }

    private ChildProcess start(ChildSpec spec, Consumer<String> listener) {
        ChildProcess child = ChildProcess.start(spec, listener);
        children.push(child);
        return child;
    }

    private Path nextLog(String name) {
        childrenStarted++;
        return directory.resolve("%03d-%s.log".formatted(childrenStarted, name));
    }

    /** Kills all children and clears up; when interrupted, only kills. */
    @Override
    public void close() throws IOException {
        children.forEach(ChildProcess::destroy);
        try {
            for (ChildProcess child : children) {
                child.kill();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return;
        } finally {
            ports.close();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                boolean kept = path.toString().endsWith(".log") || (Files.isDirectory(path) && !isEmpty(path));
                if (!kept) {
                    Files.delete(path);
                }
            }
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> content = Files.list(directory)) {
            return content.findAny().isEmpty();
        }
    }
}
