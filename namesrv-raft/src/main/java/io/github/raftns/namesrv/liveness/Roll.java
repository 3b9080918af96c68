package io.github.raftns.namesrv.liveness;

import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import java.util.List;
import java.util.Objects;

/** Port: the registered brokers as this node's view shows them. Any thread; never blocks. */
public interface Roll {
    Cut take();

    /** The roll at one index: one consistent cut. */
    record Cut(LogIndex at, List<Registered> brokers) {
        public Cut {
            Objects.requireNonNull(at, "at");
            brokers = List.copyOf(brokers);
        }
    }

    /** Index of the view that {@link #take} would read now; lets an unchanged roll be skipped. */
    LogIndex at();

    /** @param timeoutMillis how long the broker asks its silence to be tolerated; 0 when it did not say */
    record Registered(BrokerKey broker, Epoch epoch, long timeoutMillis) {
        public Registered {
            Objects.requireNonNull(broker, "broker");
            Objects.requireNonNull(epoch, "epoch");
        }
    }
}
