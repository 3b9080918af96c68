package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.EncodedBody;

/**
 * One of the native codes; its body is protobuf (see {@code native.proto}).
 *
 * @param body a copy, owned by the request
 */
public record NativeRequest(int code, EncodedBody body) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
