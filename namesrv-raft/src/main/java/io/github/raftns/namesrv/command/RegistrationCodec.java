package io.github.raftns.namesrv.command;

import io.github.raftns.namesrv.wire.NounWire;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import java.util.ArrayList;
import java.util.List;

/** A registration as a protobuf value, in log entries and forwarded intents. Stateless; any thread. */
final class RegistrationCodec {
    private RegistrationCodec() {}

    static NounWire.Registration toWire(Registration registration) {
        NounWire.Registration.Builder wire = NounWire.Registration.newBuilder()
                .setBroker(NounCodec.toWire(registration.broker()))
                .setHeartbeatTimeoutMillis(registration.heartbeatTimeoutMillis())
                .setActingMaster(NounCodec.toWire(registration.actingMaster()))
                .setVersion(NounCodec.toWire(registration.table().version()));
        if (registration.haServerAddress() != null) {
            wire.setHaServerAddress(StrictWire.text(registration.haServerAddress()));
        }
        if (registration.zone() != null) {
            wire.setZone(StrictWire.text(registration.zone()));
        }
        for (ReportedTopic topic : registration.table().topics()) {
            wire.addTopics(NounWire.Topic.newBuilder()
                    .setName(StrictWire.text(topic.name().value()))
                    .setSettings(NounCodec.toWire(topic)));
        }
        if (registration.table().filterServers().said()) {
            wire.setFilterServers(NounCodec.toWire(registration.table().filterServers()));
        }
        return wire.build();
    }

    static Registration fromWire(NounWire.Registration wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasBroker(), "Registration.broker");
        StrictWire.present(wire.hasHeartbeatTimeoutMillis(), "Registration.heartbeat_timeout_millis");
        StrictWire.present(wire.hasActingMaster(), "Registration.acting_master");
        StrictWire.present(wire.hasVersion(), "Registration.version");
        return new Registration(
                NounCodec.fromWire(wire.getBroker()),
                wire.hasHaServerAddress() ? wire.getHaServerAddress() : null,
                wire.getHeartbeatTimeoutMillis(),
                NounCodec.fromWire(wire.getActingMaster()),
                wire.hasZone() ? wire.getZone() : null,
                new TopicTable(
                        NounCodec.fromWire(wire.getVersion()),
                        topics(wire),
                        NounCodec.fromWire(wire.hasFilterServers(), wire.getFilterServers())));
    }

    private static List<ReportedTopic> topics(NounWire.Registration wire) {
        List<ReportedTopic> topics = new ArrayList<>(wire.getTopicsCount());
        TopicName previous = null;
        for (NounWire.Topic topic : wire.getTopicsList()) {
            StrictWire.known(topic);
            StrictWire.present(topic.hasName(), "Topic.name");
            StrictWire.present(topic.hasSettings(), "Topic.settings");
            TopicName name = new TopicName(topic.getName());
            if (previous != null && previous.compareTo(name) >= 0) {
                throw new CommandFormatException("Registration.topics are not ascending at " + name);
            }
            topics.add(NounCodec.fromWire(name, topic.getSettings()));
            previous = name;
        }
        return topics;
    }
}
