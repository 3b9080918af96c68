package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.TopicName;

/**
 * 105: where a topic lives.
 *
 * @param standardJson the reply must be standard JSON: the sender asked for it or is 4.9.4 or newer
 * @param zone null unless zone mode was asked for with a zone name that is not blank
 */
public record LookupRouteRequest(TopicName topic, boolean standardJson, String zone) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
