package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.server.Peer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is remembered of one connection: which registrations were acknowledged on it, so that a goodbye names the one it was
 * meant for (design D6). Lives as the peer's attachment; event loop of that peer only.
 */
final class Connection {
    /** Brokers on one connection; a container has a few dozen. */
    private static final int BROKERS_MAX = 1_024;

    private record Who(BrokerName name, BrokerAddress address) {}

    private final Map<Who, Epoch> acknowledged = new LinkedHashMap<>(4, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Who, Epoch> eldest) {
            return size() > BROKERS_MAX;
        }
    };

    static Connection of(Peer peer) {
        if (peer.attachment() instanceof Connection known) {
            return known;
        }
        Connection fresh = new Connection();
        peer.attach(fresh);
        return fresh;
    }

    void acknowledge(BrokerIdentity broker, Epoch epoch) {
        acknowledged.put(new Who(broker.name(), broker.address()), epoch);
    }

    Optional<Epoch> acknowledged(BrokerIdentity broker) {
        return Optional.ofNullable(acknowledged.get(new Who(broker.name(), broker.address())));
    }
}
