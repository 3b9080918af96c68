package io.github.raftns.client.cli;

/** Milliseconds as people read them. */
final class Ages {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private Ages() {}

    /** {@code 0 ms}, {@code 1.5 s}, {@code 12 min}, {@code 30 h}; a negative number means never. */
    static String text(long millis) {
        if (millis < 0) {
            return "never";
        }
        if (millis < SECOND) {
            return millis + " ms";
        }
        if (millis < 2 * MINUTE) {
            return millis / SECOND + "." + millis % SECOND / 100 + " s";
        }
        if (millis < 2 * HOUR) {
            return millis / MINUTE + " min";
        }
        return millis / HOUR + " h";
    }
}
