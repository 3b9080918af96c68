package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.TopicName;
import java.util.Objects;

/**
 * Removes a topic from every broker, or from those of one cluster, and leaves a tombstone with the data versions it judged, so
 * that only a report under a newer version brings it back (design D7).
 *
 * @param cluster null = all clusters
 */
public record DeleteTopic(TopicName topic, ClusterName cluster) implements Command {
    public DeleteTopic {
        Objects.requireNonNull(topic, "topic");
    }

    @Override
    public <R> R accept(CommandHandler<R> handler) {
        return handler.on(this);
    }
}
