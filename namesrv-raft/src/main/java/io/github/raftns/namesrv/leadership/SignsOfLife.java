package io.github.raftns.namesrv.leadership;

import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import java.util.List;
import java.util.Objects;

/**
 * What a follower heard of brokers since its last report. Ages, not times: clocks of nodes are never compared.
 *
 * @param from the reporting node
 * @param heard unmodifiable; may be empty, a report is also how leader and follower know of each other
 */
public record SignsOfLife(NodeId from, List<Heard> heard) {
    public SignsOfLife {
        Objects.requireNonNull(from, "from");
        heard = List.copyOf(heard);
    }

    /** @param ageMillis how long before the report was sent the broker was last heard */
    public record Heard(BrokerKey broker, Epoch epoch, long ageMillis) {
        public Heard {
            Objects.requireNonNull(broker, "broker");
            Objects.requireNonNull(epoch, "epoch");
        }
    }
}
