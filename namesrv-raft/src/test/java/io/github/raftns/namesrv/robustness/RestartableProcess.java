package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A server under test: one program that is started, hurt and started again on the same directory and ports. Owned by the test thread.
 */
final class RestartableProcess {
    private final Lab lab;
    private final String name;
    private final Path directory;
    private final JavaProgram program;
    private final Map<String, String> environment;
    private ChildProcess current;

    RestartableProcess(Lab lab, String name, Path directory, JavaProgram program, Map<String, String> environment) {
        this.lab = lab;
        this.name = name;
        this.directory = directory;
        this.program = program;
        this.environment = Map.copyOf(environment);
        this.current = launch();
    }

    ChildProcess current() {
        return current;
    }

    /** Launches it again; it must have ended. Does not wait until it is ready. */
    void restart() {
        if (current.isAlive()) {
            throw new IllegalStateException("end it before you start it again: " + current);
        }
        current = launch();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        current.kill();
    }

    /** SIGTERM, and waits for the orderly end; returns the exit code. */
    int terminate(Duration timeout) throws InterruptedException {
        current.terminate();
        return current.awaitExit(timeout);
    }

    /** SIGSTOP. */
    void pause() {
        current.pause();
    }

    /** SIGCONT. */
    void resume() throws InterruptedException {
        current.resume();
    }

    private ChildProcess launch() {
        return lab.start(name, directory, program, environment);
    }
}
