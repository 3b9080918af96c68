package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;

/**
 * 901: the members of one broker group.
 */
public record MemberGroupRequest(ClusterName cluster, BrokerName name) implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
