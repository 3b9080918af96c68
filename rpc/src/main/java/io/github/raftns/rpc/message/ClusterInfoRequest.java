package io.github.raftns.rpc.message;

/**
 * 106: all clusters and brokers.
 */
public record ClusterInfoRequest() implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
