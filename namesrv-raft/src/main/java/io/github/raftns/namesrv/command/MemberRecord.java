package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import java.util.Objects;

/**
 * The row of one registered broker. It exists exactly as long as the broker is registered.
 *
 * @param cluster the cluster this member registered for, which may differ from its group's
 * @param epoch index of the entry that created this registration (design D6)
 * @param dataVersion of the last completely applied registration, {@link DataVersion#INITIAL} before one
 * @param haServerAddress null when not reported
 * @param heartbeatTimeoutMillis 0 when not reported
 * @param zone null when not reported
 * @param registeredAtMillis wall clock of the leader at the epoch, for people
 */
public record MemberRecord(
        BrokerKey key,
        ClusterName cluster,
        BrokerAddress address,
        Epoch epoch,
        DataVersion dataVersion,
        String haServerAddress,
        long heartbeatTimeoutMillis,
        ActingMaster actingMaster,
        String zone,
        FilterServers filterServers,
        long registeredAtMillis) {
    public MemberRecord {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(epoch, "epoch");
        Objects.requireNonNull(dataVersion, "dataVersion");
        Objects.requireNonNull(actingMaster, "actingMaster");
        Objects.requireNonNull(filterServers, "filterServers");
    }

    public BrokerIdentity identity() {
        return new BrokerIdentity(cluster, key.name(), key.id(), address);
    }
}
