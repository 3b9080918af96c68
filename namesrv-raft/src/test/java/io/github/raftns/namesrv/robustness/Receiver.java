package io.github.raftns.namesrv.robustness;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A stock push consumer in a process of its own that reads a topic from its beginning. Delivery is at least once, so repeats count once; the
 * producer's warm-up is not counted at all.
 * Written by the child's reader thread, read by the test thread.
 */
final class Receiver {
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

    private final ConcurrentSkipListSet<Integer> got = new ConcurrentSkipListSet<>();
    private final ChildProcess child;

    private Receiver(Lab lab, RocketmqVersion version, List<String> arguments) throws InterruptedException {
        this.child = Driver.start(lab, version, "LabConsumer", arguments, this::note);
    }

    static Receiver start(Lab lab, RocketmqVersion version, String nameServers, String topic, String group)
            throws InterruptedException {
        return new Receiver(lab, version, List.of(nameServers, topic, group));
    }

    private void note(String line) {
        if (line.matches("GOT \\d+")) {
            got.add(Integer.valueOf(line.substring("GOT ".length())));
        }
    }

    void awaitReady() throws InterruptedException {
        child.awaitLine("a started consumer", "READY"::equals, READY_TIMEOUT);
    }

    /** Waits until all of these arrived. */
    void awaitAll(Set<Integer> sent, Duration timeout) throws InterruptedException {
        child.awaitLine("the last of " + sent.size() + " messages", line -> got.containsAll(sent), timeout);
    }

    /** Of the messages sent, those that did not arrive yet. */
    SortedSet<Integer> missing(Set<Integer> sent) {
        SortedSet<Integer> missing = new TreeSet<>(sent);
        missing.removeAll(got);
        return missing;
    }

    SortedSet<Integer> got() {
        return new TreeSet<>(got);
    }

    ChildProcess child() {
        return child;
    }
}
