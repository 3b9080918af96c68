package io.github.raftns.namesrv.robustness;

import java.util.Map;
import java.util.TreeMap;

/**
 * One scrape of a node's meters.
 *
 * @param values by name and labels, as they are printed
 */
record Meters(Map<String, Double> values) {
    static Meters parse(String text) {
        Map<String, Double> values = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(line -> {
            int end = line.lastIndexOf(' ');
            values.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
        });
        return new Meters(values);
    }

    long appliedIndex() {
        return of("raftns_applied_index");
    }

    /** Registrations that were found to add nothing. */
    long renewals() {
        return registrations("renewal_recognised") + registrations("renewal_parsed");
    }

    /** Registrations with another end than that: applied, refused or failed. */
    long otherRegistrations() {
        return registrations("changed") + registrations("refused") + registrations("failed");
    }

    private long registrations(String result) {
        return of("raftns_registrations_total{result=\"" + result + "\"}");
    }

    private long of(String meter) {
        Double value = values.get(meter);
        if (value == null) {
            throw new AssertionError("no meter " + meter + " among " + values.keySet());
        }
        return Math.round(value);
    }
}
