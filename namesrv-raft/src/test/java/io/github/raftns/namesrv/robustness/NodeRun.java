package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One call of a node's main class that is expected to end by itself, its two output streams kept apart. Owned by the test thread. */
final class NodeRun {
    private final ChildProcess child;
    private final Path errors;

    private NodeRun(ChildProcess child, Path errors) {
        this.child = child;
        this.errors = errors;
    }

    /** Starts it; does not wait. */
    static NodeRun start(Lab lab, String name, Path home, String... arguments) {
        Path errors = lab.directory("errors").resolve(name + ".err.log");
        return new NodeRun(lab.startApart(name, home, NodeProgram.of(home, arguments), errors), errors);
    }

    /** The exit code, once it has ended. */
    int code(Duration timeout) throws InterruptedException {
        return child.awaitExit(timeout);
    }

    /** What it printed on standard output so far. */
    List<String> out() {
        return child.output().lines();
    }

    /** What it printed on standard error so far. */
    List<String> err() {
        try {
            return Files.readAllLines(errors);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
