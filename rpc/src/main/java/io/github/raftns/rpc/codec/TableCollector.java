package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers what one registration body says, in any order and within the limits. A topic said twice has what was said last.
 * A mapping whose topic the body does not report is dropped: {@link TopicTable} knows mappings only as a part of a
 * reported topic. One thread.
 */
final class TableCollector {
    private final BodyLimits limits;
    private final Map<TopicName, TopicConfig> configs = new HashMap<>();
    private final Map<TopicName, TopicMapping> mappings = new HashMap<>();
    private DataVersion version = DataVersion.INITIAL;
    private FilterServers filterServers = FilterServers.UNSAID;
    private int mappedQueues;

    TableCollector(BodyLimits limits) {
        this.limits = limits;
    }

    void version(DataVersion said) {
        version = said == null ? DataVersion.INITIAL : said;
    }

    void filterServers(List<String> addresses) {
        filterServers = FilterServers.of(addresses);
    }

    void checkFilterServers(int count) throws BodyException {
        checkCount("filter servers", count, limits.filterServersMax());
    }

    void topic(String name, TopicNumbers numbers) throws BodyException {
        TopicName topic = topicName(name, "topicConfigTable");
        configs.put(
                topic,
                new TopicConfig(
                        topic,
                        numbers.readQueues(),
                        numbers.writeQueues(),
                        new Permission(numbers.permission()),
                        numbers.systemFlags()));
        checkCount("topics", configs.size(), limits.topicsMax());
    }

    void mapping(TopicMapping mapping) throws BodyException {
        mappings.put(mapping.topic(), mapping);
        checkCount("topic mappings", mappings.size(), limits.topicsMax());
    }

    /** Called for each entry before it is kept. */
    void countMappedQueue() throws BodyException {
        checkCount("mapped queues", ++mappedQueues, limits.mappedQueuesMax());
    }

    TopicTable collected() {
        List<ReportedTopic> topics = new ArrayList<>(configs.size());
        for (TopicConfig config : configs.values()) {
            topics.add(new ReportedTopic(config, mappings.get(config.topic())));
        }
        return new TopicTable(version, topics, filterServers);
    }

    static TopicName topicName(String name, String where) throws BodyException {
        try {
            return new TopicName(name);
        } catch (IllegalArgumentException refused) {
            throw BodyException.malformed(where + ": " + refused.getMessage());
        }
    }

    private static void checkCount(String what, int count, int max) throws BodyException {
        if (count > max) {
            throw new BodyException(
                    BodyException.Kind.TOO_LARGE, "body holds more than the " + max + " " + what + " accepted");
        }
    }
}
