package io.github.raftns.namesrv.machine;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.CommandFormatException;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.NounCodec;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.command.StrictWire;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.namesrv.wire.NounWire;
import io.github.raftns.namesrv.wire.RowWire;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The values of the rows: equal rows have equal bytes, since the digest and the question whether a row would change compare
 * bytes. Reading throws {@link StateFault} that names the row.
 */
final class RowValues {
    /** Of all rows; stands in the applied row. */
    static final int FORMAT = 1;

    private RowValues() {}

    static byte[] of(AppliedPoint point) {
        return RowWire.AppliedRow.newBuilder()
                .setFormat(FORMAT)
                .setIndex(point.index().value())
                .setTerm(point.term().number())
                .setDigestHigh(point.digest().high())
                .setDigestLow(point.digest().low())
                .build()
                .toByteArray();
    }

    static AppliedPoint applied(byte[] value) {
        return read(RowKeys.applied(), value, RowWire.AppliedRow.parser(), wire -> {
            StrictWire.format(wire.hasFormat(), wire.getFormat(), FORMAT, "AppliedRow");
            StrictWire.present(wire.hasIndex(), "AppliedRow.index");
            StrictWire.present(wire.hasTerm(), "AppliedRow.term");
            StrictWire.present(wire.hasDigestHigh(), "AppliedRow.digest_high");
            StrictWire.present(wire.hasDigestLow(), "AppliedRow.digest_low");
            return new AppliedPoint(
                    new LogIndex(wire.getIndex()),
                    new Term(wire.getTerm()),
                    new StateDigest(wire.getDigestHigh(), wire.getDigestLow()));
        });
    }

    static byte[] of(GroupRecord group) {
        RowWire.GroupRow.Builder wire = RowWire.GroupRow.newBuilder()
                .setCluster(StrictWire.text(group.cluster().value()))
                .setRevision(group.revision().value());
        if (group.mask() != null) {
            wire.setMask(RowWire.MaskValue.newBuilder()
                    .setSince(group.mask().since().value())
                    .setSinceMillis(group.mask().sinceMillis()));
        }
        return wire.build().toByteArray();
    }

    static GroupRecord group(byte[] key, byte[] value) {
        return read(key, value, RowWire.GroupRow.parser(), wire -> {
            StrictWire.present(wire.hasCluster(), "GroupRow.cluster");
            StrictWire.present(wire.hasRevision(), "GroupRow.revision");
            return new GroupRecord(
                    RowKeys.groupName(key),
                    new ClusterName(wire.getCluster()),
                    new LogIndex(wire.getRevision()),
                    wire.hasMask() ? mask(wire.getMask()) : null);
        });
    }

    private static GroupRecord.Mask mask(RowWire.MaskValue wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasSince(), "MaskValue.since");
        StrictWire.present(wire.hasSinceMillis(), "MaskValue.since_millis");
        return new GroupRecord.Mask(new LogIndex(wire.getSince()), wire.getSinceMillis());
    }

    static byte[] of(MemberRecord member) {
        RowWire.MemberRow.Builder wire = RowWire.MemberRow.newBuilder()
                .setCluster(StrictWire.text(member.cluster().value()))
                .setAddress(StrictWire.text(member.address().value()))
                .setEpoch(member.epoch().index())
                .setVersion(NounCodec.toWire(member.dataVersion()))
                .setHeartbeatTimeoutMillis(member.heartbeatTimeoutMillis())
                .setActingMaster(NounCodec.toWire(member.actingMaster()))
                .setRegisteredAtMillis(member.registeredAtMillis());
        if (member.haServerAddress() != null) {
            wire.setHaServerAddress(StrictWire.text(member.haServerAddress()));
        }
        if (member.zone() != null) {
            wire.setZone(StrictWire.text(member.zone()));
        }
        if (member.filterServers().said()) {
            wire.setFilterServers(NounCodec.toWire(member.filterServers()));
        }
        return wire.build().toByteArray();
    }

    static MemberRecord member(byte[] key, byte[] value) {
        return read(key, value, RowWire.MemberRow.parser(), wire -> {
            StrictWire.present(wire.hasCluster(), "MemberRow.cluster");
            StrictWire.present(wire.hasAddress(), "MemberRow.address");
            StrictWire.present(wire.hasEpoch(), "MemberRow.epoch");
            StrictWire.present(wire.hasVersion(), "MemberRow.version");
            StrictWire.present(wire.hasHeartbeatTimeoutMillis(), "MemberRow.heartbeat_timeout_millis");
            StrictWire.present(wire.hasActingMaster(), "MemberRow.acting_master");
            StrictWire.present(wire.hasRegisteredAtMillis(), "MemberRow.registered_at_millis");
            return new MemberRecord(
                    RowKeys.memberKey(key),
                    new ClusterName(wire.getCluster()),
                    new BrokerAddress(wire.getAddress()),
                    new Epoch(wire.getEpoch()),
                    NounCodec.fromWire(wire.getVersion()),
                    wire.hasHaServerAddress() ? wire.getHaServerAddress() : null,
                    wire.getHeartbeatTimeoutMillis(),
                    NounCodec.fromWire(wire.getActingMaster()),
                    wire.hasZone() ? wire.getZone() : null,
                    NounCodec.fromWire(wire.hasFilterServers(), wire.getFilterServers()),
                    wire.getRegisteredAtMillis());
        });
    }

    static byte[] of(ReportedTopic topic) {
        return NounCodec.toWire(topic).toByteArray();
    }

    static ReportedTopic topic(byte[] key, byte[] value) {
        return read(
                key,
                value,
                NounWire.TopicSettings.parser(),
                wire -> NounCodec.fromWire(RowKeys.brokerTopic(key).topic(), wire));
    }

    static byte[] of(Tombstone tombstone) {
        RowWire.TombstoneRow.Builder wire =
                RowWire.TombstoneRow.newBuilder().setSince(tombstone.since().value());
        for (Map.Entry<BrokerId, DataVersion> judged : tombstone.judged().entrySet()) {
            wire.addJudged(RowWire.JudgedMember.newBuilder()
                    .setId(judged.getKey().value())
                    .setVersion(NounCodec.toWire(judged.getValue())));
        }
        return wire.build().toByteArray();
    }

    static Tombstone tombstone(byte[] key, byte[] value) {
        return read(key, value, RowWire.TombstoneRow.parser(), wire -> {
            StrictWire.present(wire.hasSince(), "TombstoneRow.since");
            RowKeys.BrokerTopic what = RowKeys.brokerTopic(key);
            return new Tombstone(what.broker(), what.topic(), new LogIndex(wire.getSince()), judged(wire));
        });
    }

    private static SortedMap<BrokerId, DataVersion> judged(RowWire.TombstoneRow wire) {
        TreeMap<BrokerId, DataVersion> judged = new TreeMap<>();
        for (RowWire.JudgedMember member : wire.getJudgedList()) {
            StrictWire.known(member);
            StrictWire.present(member.hasId(), "JudgedMember.id");
            StrictWire.present(member.hasVersion(), "JudgedMember.version");
            BrokerId id = new BrokerId(member.getId());
            if (!judged.isEmpty() && judged.lastKey().compareTo(id) >= 0) {
                throw new CommandFormatException("TombstoneRow.judged is not ascending");
            }
            judged.put(id, NounCodec.fromWire(member.getVersion()));
        }
        return judged;
    }

    private static <M extends Message, R> R read(byte[] key, byte[] value, Parser<M> parser, Function<M, R> reading) {
        try {
            M wire = StrictWire.parse(parser, ByteBuffer.wrap(value), "row");
            StrictWire.known(wire);
            return reading.apply(wire);
        } catch (CommandFormatException | IllegalArgumentException unreadable) {
            throw new StateFault(
                    "row " + RowKeys.text(key) + " is not readable: " + unreadable.getMessage(), unreadable);
        }
    }
}
