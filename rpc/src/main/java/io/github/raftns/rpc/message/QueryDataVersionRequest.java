package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.DataVersion;

/**
 * 322: is this still the version you know? Also a sign of life.
 *
 * @param version null when the body is absent
 */
public record QueryDataVersionRequest(BrokerIdentity broker, DataVersion version) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
