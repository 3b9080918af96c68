package io.github.raftns.namesrv.config;

/**
 * One key of the configuration file.
 *
 * @param key as written in the file
 * @param defaultText what holds when the key is absent, in the form of the file; empty = no value
 * @param form what a value must look like, for error messages and the manual
 * @param effective whether this server acts on it; keys of the stock server that have no counterpart here are accepted
 *     without effect, so that an existing file can be used as it is
 */
record Setting<T>(String key, String defaultText, String form, boolean effective, Reader<T> reader) {
    /** Turns the text of a value into the value. */
    @FunctionalInterface
    interface Reader<T> {
        /** @throws IllegalArgumentException when the text does not have the expected form */
        T read(String text);
    }

    static <T> Setting<T> of(String key, String defaultText, String form, Reader<T> reader) {
        return new Setting<>(key, defaultText, form, true, reader);
    }

    static Setting<String> withoutEffect(String key, String defaultText) {
        return new Setting<>(key, defaultText, "anything: it has no effect here", false, text -> text);
    }
}
