package io.github.raftns.namesrv.robustness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Keeps a process stopped: SIGSTOP now, SIGCONT at the end. The end also comes with the end of this JVM, however it dies, since a stopped
 * process cannot notice by itself that its parent is gone. Owned by the test thread.
 */
final class Pause {
    private static final String STOPPED = "stopped";
    /** The first argument, $0, is the process; reading ends when our end of the pipe is closed. */
    private static final String SCRIPT =
            "kill -STOP \"$0\" || exit 1; echo " + STOPPED + "; read never; kill -CONT \"$0\"";

    private final Process holder;

    private Pause(Process holder) {
        this.holder = holder;
    }

    /** Returns once the signal is sent. */
    static Pause begin(long pid) {
        try {
            Process holder = new ProcessBuilder("/bin/sh", "-c", SCRIPT, Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
            BufferedReader said =
                    new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
            String line = said.readLine();
            if (!STOPPED.equals(line)) {
                throw new IllegalStateException("cannot stop process " + pid + ": " + line);
            }
            return new Pause(holder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns once the signal is sent, or the process is found to be gone. */
    void end() throws InterruptedException {
        try {
            holder.getOutputStream().close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        holder.waitFor();
    }
}
