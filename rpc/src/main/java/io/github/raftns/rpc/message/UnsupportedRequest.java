package io.github.raftns.rpc.message;

/**
 * A code that this server does not serve.
 */
public record UnsupportedRequest(int code) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
