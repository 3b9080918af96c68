package io.github.raftns.namesrv.command;

import io.github.raftns.namesrv.wire.NounWire;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The domain's nouns as protobuf values; log entries, forwarded intents and the state's rows share them. Equal values give
 * equal bytes. Stateless; any thread. Reading throws {@link CommandFormatException}, or {@link IllegalArgumentException} from
 * the nouns themselves.
 */
public final class NounCodec {
    private NounCodec() {}

    public static NounWire.DataVersion toWire(DataVersion version) {
        return NounWire.DataVersion.newBuilder()
                .setStateVersion(version.stateVersion())
                .setTimestamp(version.timestamp())
                .setCounter(version.counter())
                .build();
    }

    public static DataVersion fromWire(NounWire.DataVersion wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasStateVersion(), "DataVersion.state_version");
        StrictWire.present(wire.hasTimestamp(), "DataVersion.timestamp");
        StrictWire.present(wire.hasCounter(), "DataVersion.counter");
        return new DataVersion(wire.getStateVersion(), wire.getTimestamp(), wire.getCounter());
    }

    static NounWire.BrokerIdentity toWire(BrokerIdentity broker) {
        return NounWire.BrokerIdentity.newBuilder()
                .setCluster(StrictWire.text(broker.cluster().value()))
                .setName(StrictWire.text(broker.name().value()))
                .setId(broker.id().value())
                .setAddress(StrictWire.text(broker.address().value()))
                .build();
    }

    static BrokerIdentity fromWire(NounWire.BrokerIdentity wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasCluster(), "BrokerIdentity.cluster");
        StrictWire.present(wire.hasName(), "BrokerIdentity.name");
        StrictWire.present(wire.hasId(), "BrokerIdentity.id");
        StrictWire.present(wire.hasAddress(), "BrokerIdentity.address");
        return new BrokerIdentity(
                new ClusterName(wire.getCluster()),
                new BrokerName(wire.getName()),
                new BrokerId(wire.getId()),
                new BrokerAddress(wire.getAddress()));
    }

    /** Only for filter servers that were said; their absence is an absent field. */
    public static NounWire.FilterServers toWire(FilterServers servers) {
        NounWire.FilterServers.Builder wire = NounWire.FilterServers.newBuilder();
        for (String address : servers.addresses()) {
            wire.addAddresses(StrictWire.text(address));
        }
        return wire.build();
    }

    public static FilterServers fromWire(boolean said, NounWire.FilterServers wire) {
        StrictWire.known(wire);
        return said ? FilterServers.of(wire.getAddressesList()) : FilterServers.UNSAID;
    }

    public static NounWire.ActingMaster toWire(ActingMaster actingMaster) {
        return switch (actingMaster) {
            case UNSAID -> NounWire.ActingMaster.ACTING_MASTER_UNSAID;
            case DISABLED -> NounWire.ActingMaster.ACTING_MASTER_DISABLED;
            case ENABLED -> NounWire.ActingMaster.ACTING_MASTER_ENABLED;
        };
    }

    public static ActingMaster fromWire(NounWire.ActingMaster wire) {
        return switch (wire) {
            case ACTING_MASTER_UNSAID -> ActingMaster.UNSAID;
            case ACTING_MASTER_DISABLED -> ActingMaster.DISABLED;
            case ACTING_MASTER_ENABLED -> ActingMaster.ENABLED;
            case ACTING_MASTER_MISSING, UNRECOGNIZED -> throw new CommandFormatException(
                    "acting_master has an unknown value");
        };
    }

    /** All but the topic's name. */
    public static NounWire.TopicSettings toWire(ReportedTopic topic) {
        TopicConfig config = topic.config();
        NounWire.TopicSettings.Builder wire = NounWire.TopicSettings.newBuilder()
                .setReadQueues(config.readQueues())
                .setWriteQueues(config.writeQueues())
                .setPermission(config.permission().bits())
                .setSystemFlags(config.systemFlags());
        if (topic.mapping() != null) {
            wire.setMapping(toWire(topic.mapping()));
        }
        return wire.build();
    }

    public static ReportedTopic fromWire(TopicName name, NounWire.TopicSettings wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasReadQueues(), "TopicSettings.read_queues");
        StrictWire.present(wire.hasWriteQueues(), "TopicSettings.write_queues");
        StrictWire.present(wire.hasPermission(), "TopicSettings.permission");
        StrictWire.present(wire.hasSystemFlags(), "TopicSettings.system_flags");
        return new ReportedTopic(
                new TopicConfig(
                        name,
                        wire.getReadQueues(),
                        wire.getWriteQueues(),
                        new Permission(wire.getPermission()),
                        wire.getSystemFlags()),
                wire.hasMapping() ? fromWire(wire.getMapping()) : null);
    }

    private static NounWire.TopicMapping toWire(TopicMapping mapping) {
        NounWire.TopicMapping.Builder wire = NounWire.TopicMapping.newBuilder()
                .setTopic(StrictWire.text(mapping.topic().value()))
                .setBroker(StrictWire.text(mapping.broker().value()))
                .setTotalQueues(mapping.totalQueues())
                .setEpoch(mapping.epoch())
                .setDirty(mapping.dirty())
                .addAllLogical(mapping.logicalToPhysical().keySet())
                .addAllPhysical(mapping.logicalToPhysical().values());
        if (mapping.scope() != null) {
            wire.setScope(StrictWire.text(mapping.scope()));
        }
        return wire.build();
    }

    private static TopicMapping fromWire(NounWire.TopicMapping wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasTopic(), "TopicMapping.topic");
        StrictWire.present(wire.hasBroker(), "TopicMapping.broker");
        StrictWire.present(wire.hasTotalQueues(), "TopicMapping.total_queues");
        StrictWire.present(wire.hasEpoch(), "TopicMapping.epoch");
        StrictWire.present(wire.hasDirty(), "TopicMapping.dirty");
        if (wire.getLogicalCount() != wire.getPhysicalCount()) {
            throw new CommandFormatException("TopicMapping has " + wire.getLogicalCount() + " logical and "
                    + wire.getPhysicalCount() + " physical queues");
        }
        SortedMap<Integer, Integer> queues = new TreeMap<>();
        for (int i = 0; i < wire.getLogicalCount(); i++) {
            if (i > 0 && wire.getLogical(i) <= wire.getLogical(i - 1)) {
                throw new CommandFormatException("TopicMapping.logical is not ascending");
            }
            queues.put(wire.getLogical(i), wire.getPhysical(i));
        }
        return new TopicMapping(
                new TopicName(wire.getTopic()),
                new BrokerName(wire.getBroker()),
                wire.hasScope() ? wire.getScope() : null,
                wire.getTotalQueues(),
                wire.getEpoch(),
                wire.getDirty(),
                queues);
    }
}
