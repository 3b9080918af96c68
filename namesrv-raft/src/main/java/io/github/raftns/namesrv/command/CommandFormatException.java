package io.github.raftns.namesrv.command;

/**
 * Bytes that are not what this release writes: another format number, an unknown kind, a field that is missing, unknown or
 * out of its range, or a text that UTF-8 cannot carry. In the log or the state it is a fault; in a message it costs its sender.
 */
public final class CommandFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandFormatException(String what) {
        super(what);
    }

    public CommandFormatException(String what, Throwable cause) {
        super(what, cause);
    }
}
