package io.github.raftns.namesrv.robustness;

import java.time.Duration;
import java.util.List;

/** A cold stock client, in a process of its own, that asks for a route once. */
final class RouteProbe {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private RouteProbe() {}

    static RouteAnswer ask(Lab lab, RocketmqVersion version, String nameServers, String topic)
            throws InterruptedException {
        ChildProcess client = Driver.start(lab, version, "LabRoute", List.of(nameServers, topic), line -> {});
        String line = client.awaitLine(
                "an answer about " + topic, text -> text.startsWith("ROUTE ") || text.startsWith("NOROUTE "), TIMEOUT);
        String[] words = line.split(" ", 3);
        return new RouteAnswer(words[0].equals("ROUTE"), Long.parseLong(words[1]), words[2]);
    }
}
