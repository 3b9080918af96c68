package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.github.raftns.namesrv.admission.GateLimits;
import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.message.NativeRequest;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.wire.BrokerRow;
import io.github.raftns.rpc.wire.BrokerTable;
import io.github.raftns.rpc.wire.BucketReply;
import io.github.raftns.rpc.wire.BucketRequest;
import io.github.raftns.rpc.wire.DigestReply;
import io.github.raftns.rpc.wire.DigestRequest;
import io.github.raftns.rpc.wire.MarkReply;
import io.github.raftns.rpc.wire.NodeMember;
import io.github.raftns.rpc.wire.NodeStatus;
import io.github.raftns.rpc.wire.RecountReply;
import io.github.raftns.rpc.wire.RecountRequest;
import io.github.raftns.rpc.wire.RowDigest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NativeHandlerTest {
    private final TestNode node = new TestNode();

    @Test
    void theStatusSaysWhatTheNodeIsAndHowFarItIs() throws InvalidProtocolBufferException {
        node.register(broker("b").with("t1", "t2"));
        node.leadership.publish(Nodes.follows(Nodes.N2, 7));
        node.leaderAgeMillis = 33;

        NodeStatus status = ask(RequestCode.NODE_STATUS, NodeStatus.parser());

        assertThat(status.getMembersList()).extracting(NodeMember::getNodeId).containsExactly("n1", "n2", "n3");
        assertThat(status.toBuilder().clearMembers().build())
                .isEqualTo(NodeStatus.newBuilder()
                        .setClusterId("test")
                        .setNodeId("n1")
                        .setRemotingAddress("127.0.0.1:9877")
                        .setRaftAddress("127.0.0.1:8877")
                        .setRole("FOLLOWER")
                        .setTerm(7)
                        .setLeaderId("n2")
                        .setAppliedIndex(1)
                        .setDigest(node.log.window().view().at().digest().toString())
                        .setLeaderAgeMillis(33)
                        .setBrokers(1)
                        .setTopics(2)
                        .setProcessId(42)
                        .setVersion("1.0")
                        .build());
    }

    @Test
    void theDigestOfAnIndexComesWithTheRangeThatIsKnown() throws InvalidProtocolBufferException {
        DigestReply known = DigestReply.parseFrom(ask(
                        RequestCode.DIGEST_AT,
                        DigestRequest.newBuilder().setIndex(5).build())
                .buffer());
        DigestReply unknown = DigestReply.parseFrom(ask(
                        RequestCode.DIGEST_AT,
                        DigestRequest.newBuilder().setIndex(99).build())
                .buffer());

        assertThat(known)
                .isEqualTo(DigestReply.newBuilder()
                        .setKnown(true)
                        .setDigest("d5")
                        .setOldestIndex(3)
                        .setNewestIndex(9)
                        .build());
        assertThat(unknown)
                .isEqualTo(DigestReply.newBuilder()
                        .setOldestIndex(3)
                        .setNewestIndex(9)
                        .build());
    }

    @Test
    void theBrokerTableShowsEpochsLeasesAndMasks() throws InvalidProtocolBufferException {
        node.liveness.start();
        node.register(broker("b").with("t1").timeout(10_000).zone("z"));
        node.log.append(new ChangePermission(new BrokerName("b"), false, 777));
        node.time.advance(Duration.ofSeconds(2));

        BrokerTable table = ask(RequestCode.BROKER_TABLE, BrokerTable.parser());

        assertThat(table.getIndex()).isEqualTo(2);
        assertThat(table.getBrokersList())
                .containsExactly(BrokerRow.newBuilder()
                        .setCluster("c1")
                        .setName("b")
                        .setId(0)
                        .setAddress("b-0:10911")
                        .setEpoch(1)
                        .setDataTimestamp(1_700_000_000_000L)
                        .setDataCounter(1)
                        .setHaAddress("b-0:10912")
                        .setHeartbeatTimeoutMillis(10_000)
                        .setZone("z")
                        .setTopics(1)
                        .setLeaseLeftMillis(8_500)
                        .setHeardAgeMillis(2_000)
                        .setHeardBy("n1")
                        .setMaskSinceMillis(777)
                        .build());
    }

    @Test
    void aMarkGoesThroughTheLogAndItsIndexIsAnswered() throws InvalidProtocolBufferException {
        node.register(broker("b"));

        MarkReply reply = ask(RequestCode.MARK_STATE, MarkReply.parser());

        assertThat(reply.getIndex()).isEqualTo(2);
        assertThat(node.log.entries().get(1)).isEqualTo(new MarkState());
    }

    @Test
    void aMarkOnAFollowerGoesToTheLeader() {
        node.leadership.publish(Nodes.follows(Nodes.N2, 2));
        RecordedCall call = node.ask(new NativeRequest(RequestCode.MARK_STATE, EncodedBody.EMPTY));
        node.forwarder.forwarded().get(0).word().complete(new Outcome.Applied(new LogIndex(9), 0));

        assertThat(call.answer().code()).isZero();
    }

    @Test
    void withoutALeaderAMarkIsToldSoAtOnce() {
        node.leadership.publish(Nodes.noLeader(2));

        Response answer = node.askMarked(new NativeRequest(RequestCode.MARK_STATE, EncodedBody.EMPTY))
                .answer();

        assertThat(answer.code()).isEqualTo(ResponseCode.NOT_LEADER);
        assertThat(answer.extFields()).containsEntry("raftnsNode", "n1");
    }

    @Test
    void aLeaderThatTakesNothingIsNotLeaderInTheEnd() {
        node.leadership.publish(Nodes.follows(Nodes.N2, 2));
        RecordedCall call = node.ask(new NativeRequest(RequestCode.MARK_STATE, EncodedBody.EMPTY));
        node.forwarder.forwarded().get(0).word().complete(new Outcome.NotLeader("n3"));
        node.leadership.publish(Nodes.noLeader(3));
        assertThat(call.isAnswered()).isFalse();
        node.time.advance(Duration.ofSeconds(5));

        assertThat(call.answer())
                .isEqualTo(Response.error(
                        ResponseCode.NOT_LEADER,
                        "this node does not lead and n3 did not take the change, nothing was changed"));
    }

    @Test
    void aRecountIsDoneOnAWorkerAndAnsweredFromTheAudit() throws InvalidProtocolBufferException {
        node.workers.hold();
        RecordedCall call = node.ask(new NativeRequest(
                RequestCode.RECOUNT,
                EncodedBody.owning(
                        RecountRequest.newBuilder().setIndex(5).build().toByteArray())));
        assertThat(call.isAnswered()).isFalse();
        node.workers.release();

        assertThat(RecountReply.parseFrom(call.answer().body().buffer()))
                .isEqualTo(RecountReply.newBuilder()
                        .setKnown(true)
                        .setRunningDigest("d5")
                        .setRowsDigest("r5")
                        .setViewDigest("v5")
                        .addRowBuckets("r0")
                        .addRowBuckets("r1")
                        .addViewBuckets("v0")
                        .build());
        assertThat(RecountReply.parseFrom(ask(
                                RequestCode.RECOUNT,
                                RecountRequest.newBuilder().setIndex(6).build())
                        .buffer()))
                .isEqualTo(RecountReply.getDefaultInstance());
    }

    @Test
    void recountsLeaveAWorkerToOthers() {
        node.workers.hold();
        RecordedCall first = node.ask(new NativeRequest(RequestCode.RECOUNT, EncodedBody.EMPTY));
        assertThat(node.ask(new NativeRequest(RequestCode.RECOUNT_BUCKET, EncodedBody.EMPTY))
                        .answer())
                .isEqualTo(OutcomeReply.overloaded());
        assertThat(node.ask(new NativeRequest(RequestCode.NODE_STATUS, EncodedBody.EMPTY))
                        .answer()
                        .code())
                .isZero();

        node.workers.release();
        assertThat(first.answer().code()).isZero();
        assertThat(node.ask(new NativeRequest(RequestCode.RECOUNT, EncodedBody.EMPTY))
                        .answer()
                        .code())
                .isZero();
    }

    @Test
    void aBucketListsItsRows() throws InvalidProtocolBufferException {
        BucketReply reply = BucketReply.parseFrom(ask(
                        RequestCode.RECOUNT_BUCKET,
                        BucketRequest.newBuilder().setIndex(5).setBucket(17).build())
                .buffer());

        assertThat(reply)
                .isEqualTo(BucketReply.newBuilder()
                        .setKnown(true)
                        .addRows(RowDigest.newBuilder().setKey("topic/b/t").setDigest("d17"))
                        .addViewRows(RowDigest.newBuilder().setKey("topic/b/u").setDigest("e"))
                        .build());
    }

    @Test
    void anUnreadableBodyIsToldSo() {
        Response answer = node.ask(new NativeRequest(RequestCode.DIGEST_AT, EncodedBody.owning(new byte[] {8, -1, -1})))
                .answer();

        assertThat(answer.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(answer.remark()).startsWith("body of request 29002 is not readable");
    }

    @Test
    void aNativeCodeOfALaterReleaseIsNotSupported() {
        assertThat(node.ask(new NativeRequest(29_099, EncodedBody.EMPTY)).answer())
                .isEqualTo(RequestRouter.notSupported(29_099));
    }

    @Test
    void aFullLaneAndFullWorkersAreBusyAndEveryEndGivesThePermitBack() {
        TestNode small = new TestNode(new GateLimits(1, 1, 1, 1, 1));
        small.ask(new NativeRequest(29_099, EncodedBody.EMPTY));
        small.ask(new NativeRequest(RequestCode.DIGEST_AT, EncodedBody.owning(new byte[] {8, -1, -1})));
        small.workers.full(true);
        assertThat(small.ask(new NativeRequest(RequestCode.BROKER_TABLE, EncodedBody.EMPTY))
                        .answer())
                .isEqualTo(OutcomeReply.overloaded());
        small.workers.full(false);
        small.workers.hold();
        small.ask(new NativeRequest(RequestCode.BROKER_TABLE, EncodedBody.EMPTY));

        assertThat(small.ask(new NativeRequest(RequestCode.NODE_STATUS, EncodedBody.EMPTY))
                        .answer())
                .isEqualTo(OutcomeReply.overloaded());

        small.workers.release();
        assertThat(small.ask(new NativeRequest(RequestCode.NODE_STATUS, EncodedBody.EMPTY))
                        .answer()
                        .code())
                .isZero();
    }

    private <M> M ask(int code, Parser<M> parser) throws InvalidProtocolBufferException {
        Response answer = node.ask(new NativeRequest(code, EncodedBody.EMPTY)).answer();
        assertThat(answer.code()).isZero();
        return parser.parseFrom(answer.body().buffer());
    }

    private EncodedBody ask(int code, MessageLite body) {
        Response answer = node.ask(new NativeRequest(code, EncodedBody.owning(body.toByteArray())))
                .answer();
        assertThat(answer.code()).isZero();
        return answer.body();
    }
}
