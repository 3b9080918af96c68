package io.github.raftns.rpc.model;

import java.util.Objects;

/**
 * One topic as one broker reports it: its configuration and, for a static topic, its mapping.
 *
 * @param mapping null for all but static topics
 */
public record ReportedTopic(TopicConfig config, TopicMapping mapping) {
    public ReportedTopic {
        Objects.requireNonNull(config, "config");
    }

    public TopicName name() {
        return config.topic();
    }
}
