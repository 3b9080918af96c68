package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicMapping;
import java.util.List;

/** Cuts a list of topics to what fits one log entry. */
final class TopicParts {
    /** More than tags, lengths and numbers of a topic take in an entry. */
    private static final int TOPIC_BYTES = 48;
    /** Likewise of a mapping, and of one queue in it. */
    private static final int MAPPING_BYTES = 64;

    private static final int QUEUE_BYTES = 16;
    /** UTF-8 bytes of one character, at most. */
    private static final int CHARACTER_BYTES = 3;

    private TopicParts() {}

    /** How many topics from the first on fit; at least one, so that every part gets on. */
    static int fitting(List<ReportedTopic> topics, int bytesMax) {
        long bytes = 0;
        for (int i = 0; i < topics.size(); i++) {
            bytes += bytesAtMost(topics.get(i));
            if (bytes > bytesMax && i > 0) {
                return i;
            }
        }
        return topics.size();
    }

    private static long bytesAtMost(ReportedTopic topic) {
        long bytes = TOPIC_BYTES + (long) CHARACTER_BYTES * topic.name().value().length();
        TopicMapping mapping = topic.mapping();
        if (mapping != null) {
            bytes += MAPPING_BYTES
                    + (long) QUEUE_BYTES * mapping.logicalToPhysical().size();
            bytes += (long) CHARACTER_BYTES
                    * (mapping.topic().value().length()
                            + mapping.broker().value().length()
                            + (mapping.scope() == null ? 0 : mapping.scope().length()));
        }
        return bytes;
    }
}
