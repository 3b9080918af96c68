package io.github.raftns.namesrv.config;

/** A configuration that cannot be used. The message is one line: what, where, and what was expected. */
public final class ConfigFault extends Exception {
    private static final long serialVersionUID = 1L;

    public ConfigFault(String message) {
        super(message);
    }

    public ConfigFault(String message, Throwable cause) {
        super(message, cause);
    }
}
