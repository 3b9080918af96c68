package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The commands, intents and outcomes whose bytes are kept in {@code golden}, by the name of their file. */
final class Golden {
    private static final BrokerIdentity BROKER = new BrokerIdentity(
            new ClusterName("DefaultCluster"),
            new BrokerName("broker-a"),
            new BrokerId(0),
            new BrokerAddress("10.0.0.1:10911"));

    private Golden() {}

    static RegisterBroker fullRegistration() {
        SortedMap<Integer, Integer> queues = new TreeMap<>();
        queues.put(0, 1);
        queues.put(5, 0);
        ReportedTopic plain =
                new ReportedTopic(new TopicConfig(new TopicName("TopicTest"), 8, 4, new Permission(6), 0), null);
        ReportedTopic mapped = new ReportedTopic(
                new TopicConfig(new TopicName("StaticTopic"), 2, 2, new Permission(6), 1),
                new TopicMapping(
                        new TopicName("StaticTopic"), new BrokerName("broker-a"), "__global__", 10, 17, false, queues));
        TopicTable table = new TopicTable(
                new DataVersion(3, 1_700_000_000_000L, 42),
                List.of(plain, mapped),
                FilterServers.of(List.of("10.0.0.1:30000")));
        return new RegisterBroker(
                new Registration(BROKER, "10.0.0.1:10912", 10_000, ActingMaster.ENABLED, "zone-1", table),
                new Base(new Epoch(7), new LogIndex(300)),
                true,
                1_700_000_000_123L);
    }

    static RegisterBroker plainRegistration() {
        return new RegisterBroker(
                new Registration(BROKER, null, 0, ActingMaster.UNSAID, null, TopicTable.EMPTY), null, false, 0);
    }

    static SortedMap<String, Command> commands() {
        SortedMap<String, Command> commands = new TreeMap<>();
        commands.put("command-1-register-broker-full", fullRegistration());
        commands.put("command-1-register-broker-plain", plainRegistration());
        commands.put("command-1-unregister-broker", new UnregisterBroker(BROKER, new Epoch(7)));
        commands.put(
                "command-1-expire-broker",
                new ExpireBroker(
                        new BrokerKey(new BrokerName("broker-a"), new BrokerId(-1)), new Epoch(7), new Term(2)));
        commands.put(
                "command-1-delete-topic",
                new DeleteTopic(new TopicName("TopicTest"), new ClusterName("DefaultCluster")));
        commands.put(
                "command-1-change-permission",
                new ChangePermission(new BrokerName("broker-a"), false, 1_700_000_000_123L));
        commands.put("command-1-mark-state", new MarkState());
        return commands;
    }

    static SortedMap<String, Intent> intents() {
        SortedMap<String, Intent> intents = new TreeMap<>();
        intents.put("intent-1-register", new Intent.Register(fullRegistration().registration()));
        intents.put("intent-1-direct", new Intent.Direct(new UnregisterBroker(BROKER, new Epoch(7))));
        return intents;
    }

    static SortedMap<String, Outcome> outcomes() {
        SortedMap<String, Outcome> outcomes = new TreeMap<>();
        outcomes.put("outcome-1-applied", new Outcome.Applied(new LogIndex(300), 12));
        outcomes.put("outcome-1-unchanged", new Outcome.Unchanged(new LogIndex(300)));
        outcomes.put("outcome-1-refused", new Outcome.Refused(Refusal.BASE_MOVED, "moved"));
        outcomes.put("outcome-1-not-leader", new Outcome.NotLeader("n2"));
        outcomes.put("outcome-1-overloaded", new Outcome.Overloaded("proposals"));
        outcomes.put("outcome-1-unknown", new Outcome.Unknown("timed out"));
        return outcomes;
    }
}
