package io.github.raftns.rpc.message;

/**
 * A frame whose header was sound but whose fields make no request: a required one is missing or cannot be read.
 *
 * @param problem names the field and what was expected; becomes the remark of the error reply
 */
public record InvalidRequest(int code, String problem) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
