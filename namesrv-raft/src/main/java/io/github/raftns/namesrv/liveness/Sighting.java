package io.github.raftns.namesrv.liveness;

import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;

/**
 * That a broker was heard.
 *
 * @param epoch the registration it was heard under
 * @param atNanos on this node's monotonic clock
 * @param by the node that heard it
 */
record Sighting(BrokerKey broker, Epoch epoch, long atNanos, NodeId by) {
    /** Of two sightings of one broker the one that says more: the later registration, then the later time. */
    static Sighting laterOf(Sighting one, Sighting other) {
        int byEpoch = one.epoch.compareTo(other.epoch);
        if (byEpoch != 0) {
            return byEpoch > 0 ? one : other;
        }
        return one.atNanos - other.atNanos >= 0 ? one : other;
    }
}
