package io.github.raftns.client.cli;

/** Ends a command with exit code 1; the message is the one line that the user sees. */
final class CliFailure extends Exception {
    private static final long serialVersionUID = 1L;

    CliFailure(String message) {
        super(message);
    }
}
