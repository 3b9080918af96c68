package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;

/**
 * 904: a sign of life.
 */
public record HeartbeatRequest(ClusterName cluster, BrokerName name, BrokerAddress address) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
