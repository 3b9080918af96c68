package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Permission;
import java.util.Objects;

/**
 * The queues that one broker group holds of a topic ({@code QueueData} on the wire).
 *
 * @param permission what clients may do, which can be less than the broker reported
 */
public record RouteQueues(BrokerName broker, int readQueues, int writeQueues, Permission permission, int systemFlags) {
    public RouteQueues {
        Objects.requireNonNull(broker, "broker");
        Objects.requireNonNull(permission, "permission");
    }
}
