package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.liveness.BrokerLiveness;
import io.github.raftns.namesrv.read.StateAudit;
import io.github.raftns.namesrv.view.GroupView;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.wire.BrokerRow;
import io.github.raftns.rpc.wire.BrokerTable;
import io.github.raftns.rpc.wire.BucketReply;
import io.github.raftns.rpc.wire.DigestReply;
import io.github.raftns.rpc.wire.NodeMember;
import io.github.raftns.rpc.wire.NodeStatus;
import io.github.raftns.rpc.wire.RecountReply;
import io.github.raftns.rpc.wire.RowDigest;
import java.util.List;
import java.util.Optional;

/** Builds the bodies of native replies from what the rooms say. Any thread. */
final class NativeReplies {
    private final Door door;

    NativeReplies(Door door) {
        this.door = door;
    }

    NodeStatus status(RouteView view) {
        NodeFacts facts = door.facts();
        Leadership belief = door.leadership().current();
        NodeStatus.Builder status = NodeStatus.newBuilder()
                .setClusterId(facts.clusterId())
                .setNodeId(facts.self().id().value())
                .setRemotingAddress(facts.self().remoting().toString())
                .setRaftAddress(facts.self().raft().toString())
                .setRole(belief.role().name())
                .setTerm(belief.term().number())
                .setLeaderId(belief.leader().map(leader -> leader.id().value()).orElse(""))
                .setAppliedIndex(view.at().index().value())
                .setDigest(view.at().digest().toString())
                .setLeaderAgeMillis(door.leaderAge().millis())
                .setBrokers(view.brokerCount())
                .setTopics(view.topicCount())
                .setProcessId(facts.processId())
                .setVersion(facts.version());
        for (Member member : facts.members()) {
            status.addMembers(NodeMember.newBuilder()
                    .setNodeId(member.id().value())
                    .setRemotingAddress(member.remoting().toString())
                    .setRaftAddress(member.raft().toString()));
        }
        return status.build();
    }

    DigestReply digestAt(long index) {
        StateAudit.Range known = door.audit().known();
        DigestReply.Builder reply =
                DigestReply.newBuilder().setOldestIndex(known.oldest()).setNewestIndex(known.newest());
        door.audit().digestAt(index).ifPresent(digest -> reply.setKnown(true).setDigest(digest));
        return reply.build();
    }

    BrokerTable brokers(RouteView view) {
        BrokerTable.Builder table =
                BrokerTable.newBuilder().setIndex(view.at().index().value());
        for (GroupView group : view.groups()) {
            for (MemberRecord member : group.members().values()) {
                table.addBrokers(broker(group, member));
            }
        }
        return table.build();
    }

    RecountReply recount(long index) {
        Optional<StateAudit.Recount> recount = door.audit().recount(index);
        if (recount.isEmpty()) {
            return RecountReply.getDefaultInstance();
        }
        return RecountReply.newBuilder()
                .setKnown(true)
                .setRunningDigest(recount.get().running())
                .setRowsDigest(recount.get().rows())
                .setViewDigest(recount.get().view())
                .addAllRowBuckets(recount.get().rowBuckets())
                .addAllViewBuckets(recount.get().viewBuckets())
                .build();
    }

    BucketReply bucket(long index, int bucket) {
        Optional<StateAudit.Bucket> found = door.audit().bucket(index, bucket);
        if (found.isEmpty()) {
            return BucketReply.getDefaultInstance();
        }
        return BucketReply.newBuilder()
                .setKnown(true)
                .addAllRows(rows(found.get().rows()))
                .addAllViewRows(rows(found.get().viewRows()))
                .build();
    }

    private BrokerRow broker(GroupView group, MemberRecord member) {
        BrokerLiveness liveness = door.liveness().describe(member.key(), member.epoch());
        GroupRecord.Mask mask = group.row().mask();
        return BrokerRow.newBuilder()
                .setCluster(member.cluster().value())
                .setName(member.key().name().value())
                .setId(member.key().id().value())
                .setAddress(member.address().value())
                .setEpoch(member.epoch().index())
                .setDataStateVersion(member.dataVersion().stateVersion())
                .setDataTimestamp(member.dataVersion().timestamp())
                .setDataCounter(member.dataVersion().counter())
                .setHaAddress(member.haServerAddress() == null ? "" : member.haServerAddress())
                .setHeartbeatTimeoutMillis(member.heartbeatTimeoutMillis())
                .setZone(member.zone() == null ? "" : member.zone())
                .setActingMaster(member.actingMaster() == ActingMaster.ENABLED)
                .setTopics(group.topicCount())
                .setLeaseLeftMillis(liveness.leaseLeftMillis())
                .setHeardAgeMillis(liveness.heardAgeMillis())
                .setHeardBy(liveness.heardBy())
                .setMaskSinceMillis(mask == null ? 0 : mask.sinceMillis())
                .build();
    }

    private static List<RowDigest> rows(List<StateAudit.Row> rows) {
        return rows.stream()
                .map(row -> RowDigest.newBuilder()
                        .setKey(row.key())
                        .setDigest(row.digest())
                        .build())
                .toList();
    }
}
