package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerIdentity;

/**
 * 104: a broker says goodbye.
 */
public record UnregisterBrokerRequest(BrokerIdentity broker) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
