package io.github.raftns.rpc.model;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Static-topic mapping of one broker (5.x): which logical queues it holds as which physical ones.
 *
 * @param scope may be null, as on the wire
 * @param logicalToPhysical {@code currIdMap}; sorted, unmodifiable
 */
public record TopicMapping(
        TopicName topic,
        BrokerName broker,
        String scope,
        int totalQueues,
        long epoch,
        boolean dirty,
        SortedMap<Integer, Integer> logicalToPhysical) {
    public TopicMapping {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(broker, "broker");
        Names.checkText("scope", scope);
        if (logicalToPhysical.containsValue(null)) {
            throw new IllegalArgumentException("logical queue of " + topic + " is mapped to null");
        }
        logicalToPhysical = Collections.unmodifiableSortedMap(new TreeMap<>(logicalToPhysical));
    }
}
