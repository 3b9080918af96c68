package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.TopicTable;

/** Commands that change the state, for tests that do not care how. */
final class Brokers {
    private Brokers() {}

    static Registration registration(String name) {
        BrokerIdentity broker = new BrokerIdentity(
                new ClusterName("cluster"), new BrokerName(name), BrokerId.MASTER, new BrokerAddress("10.0.0.1:10911"));
        return new Registration(broker, null, 0, ActingMaster.UNSAID, null, TopicTable.EMPTY);
    }

    static Command register(String name) {
        return new RegisterBroker(registration(name), null, true, 0);
    }
}
