package io.github.raftns.client.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 3}, {@code 3s} and {@code 500ms}. */
final class Timeouts {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})(ms|s)?");
    private static final Duration MAX = Duration.ofMinutes(10);

    private Timeouts() {}

    static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a time such as 3s or 500ms");
        }
        long number = Long.parseLong(matcher.group(1));
        Duration time = "ms".equals(matcher.group(2)) ? Duration.ofMillis(number) : Duration.ofSeconds(number);
        if (time.isZero() || time.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("'" + text + "' is not between 1ms and " + MAX.toSeconds() + "s");
        }
        return time;
    }
}
