package io.github.raftns.namesrv.robustness;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A stock producer in a process of its own that sends numbered messages; a failed send is one whose caller was told so. Written by the
 * child's reader thread, read by the test thread.
 */
final class Producer {
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

    private final ConcurrentSkipListSet<Integer> sent = new ConcurrentSkipListSet<>();
    private final ConcurrentSkipListMap<Integer, String> failures = new ConcurrentSkipListMap<>();
    private final ChildProcess child;

    private Producer(Lab lab, RocketmqVersion version, List<String> arguments) throws InterruptedException {
        this.child = Driver.start(lab, version, "LabProducer", arguments, this::note);
    }

    /**
     * Starts it; the messages are numbered from 0.
     *
     * @param perSecond the pace, or 0 for as fast as it goes
     */
    static Producer start(Lab lab, RocketmqVersion version, String nameServers, String topic, int count, int perSecond)
            throws InterruptedException {
        List<String> arguments = List.of(nameServers, topic, Integer.toString(count), Integer.toString(perSecond));
        return new Producer(lab, version, arguments);
    }

    private void note(String line) {
        String[] words = line.split(" ", 3);
        if (words[0].equals("SENT")) {
            sent.add(Integer.valueOf(words[1]));
        } else if (words[0].equals("FAILED")) {
            failures.put(Integer.valueOf(words[1]), words[2]);
        }
    }

    /** Waits until its first, unnumbered message was accepted. */
    void awaitReady() throws InterruptedException {
        child.awaitLine("a producer that could send", "READY"::equals, READY_TIMEOUT);
    }

    /** Waits until so many sends succeeded. */
    void awaitSent(int count, Duration timeout) throws InterruptedException {
        child.awaitLine(count + " successful sends", line -> sent.size() >= count, timeout);
    }

    /** Waits until every message was tried. */
    void awaitDone(Duration timeout) throws InterruptedException {
        child.awaitLine("the last send", "DONE"::equals, timeout);
    }

    SortedSet<Integer> sent() {
        return new TreeSet<>(sent);
    }

    /** Number and reason of every send that failed. */
    SortedMap<Integer, String> failures() {
        return new TreeMap<>(failures);
    }

    ChildProcess child() {
        return child;
    }
}
