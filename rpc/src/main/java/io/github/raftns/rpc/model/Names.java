package io.github.raftns.rpc.model;

/** The rules for names, addresses and other text that arrive from outside; the door asks the same ones as the values do. */
public final class Names {
    /** Characters; far above what brokers use (topics: 127, retry topics: 262), low enough to bound a row. */
    public static final int LENGTH_MAX = 512;

    private Names() {}

    static void check(String what, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(what + " is missing or blank");
        }
        checkText(what, value);
    }

    /**
     * Text must be bounded, and survive UTF-8: half a surrogate pair would become a question mark in the log, and two different
     * names one.
     *
     * @param value may be null
     * @throws IllegalArgumentException naming what and why
     */
    public static void checkText(String what, String value) {
        if (value == null) {
            return;
        }
        if (value.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    what + " has " + value.length() + " characters, at most " + LENGTH_MAX + " are accepted");
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                if (i + 1 == value.length() || !Character.isSurrogatePair(value.charAt(i), value.charAt(i + 1))) {
                    throw new IllegalArgumentException(what + " holds half a surrogate pair");
                }
                i++;
            }
        }
    }
}
