package io.github.raftns.rpc.message;

/**
 * 206: the names of all topics.
 */
public record TopicListRequest() implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
