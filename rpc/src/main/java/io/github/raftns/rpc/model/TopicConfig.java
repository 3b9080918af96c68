package io.github.raftns.rpc.model;

import java.util.Objects;

/**
 * What a broker reports of one topic, as far as a NameServer uses it.
 *
 * @param systemFlags bit 1: unit, bit 2: unit subscription
 */
public record TopicConfig(TopicName topic, int readQueues, int writeQueues, Permission permission, int systemFlags) {
    public TopicConfig {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(permission, "permission");
    }
}
