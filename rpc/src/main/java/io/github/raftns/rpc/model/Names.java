package io.github.raftns.rpc.model;

/** The one rule for names and addresses that arrive from outside. */
final class Names {
    /** Characters; far above what brokers use (topics: 127), low enough to bound a row. */
    static final int LENGTH_MAX = 1024;

    private Names() {}

    static void check(String what, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(what + " is missing or blank");
        }
        if (value.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    what + " has " + value.length() + " characters, at most " + LENGTH_MAX + " are accepted");
        }
    }
}
