package io.github.raftns.rpc.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The decoded body of a registration. It does not say whether it is the broker's whole table, one topic or one chunk of a
 * split table; nothing may be concluded from a topic's absence (design D7).
 *
 * @param topics sorted by name, no name twice, unmodifiable
 */
public record TopicTable(DataVersion version, List<ReportedTopic> topics, FilterServers filterServers) {
    public static final TopicTable EMPTY = new TopicTable(DataVersion.INITIAL, List.of(), FilterServers.UNSAID);

    /** @throws IllegalArgumentException when a topic occurs twice */
    public TopicTable {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(filterServers, "filterServers");
        List<ReportedTopic> sorted = new ArrayList<>(topics);
        sorted.sort(Comparator.comparing(ReportedTopic::name));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).name().equals(sorted.get(i - 1).name())) {
                throw new IllegalArgumentException("topic " + sorted.get(i).name() + " occurs twice in one table");
            }
        }
        topics = Collections.unmodifiableList(sorted);
    }
}
