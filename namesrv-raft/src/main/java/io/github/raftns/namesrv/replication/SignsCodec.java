package io.github.raftns.namesrv.replication;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.wire.PeerMessages;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;

/** Reports of signs of life and their replies as protobuf. Stateless. Decoding throws {@link IllegalArgumentException}. */
final class SignsCodec {
    private SignsCodec() {}

    static byte[] encode(SignsOfLife signs) {
        PeerMessages.Signs.Builder message =
                PeerMessages.Signs.newBuilder().setFrom(signs.from().value());
        for (SignsOfLife.Heard heard : signs.heard()) {
            message.addHeard(PeerMessages.Signs.Heard.newBuilder()
                    .setBrokerName(heard.broker().name().value())
                    .setBrokerId(heard.broker().id().value())
                    .setEpoch(heard.epoch().index())
                    .setAgeMillis(heard.ageMillis()));
        }
        return message.build().toByteArray();
    }

    static SignsOfLife decodeSigns(byte[] bytes) {
        try {
            PeerMessages.Signs message = PeerMessages.Signs.parseFrom(bytes);
            return new SignsOfLife(
                    new NodeId(message.getFrom()),
                    message.getHeardList().stream().map(SignsCodec::heard).toList());
        } catch (InvalidProtocolBufferException broken) {
            throw new IllegalArgumentException("not a report of signs of life", broken);
        }
    }

    private static SignsOfLife.Heard heard(PeerMessages.Signs.Heard message) {
        return new SignsOfLife.Heard(
                new BrokerKey(new BrokerName(message.getBrokerName()), new BrokerId(message.getBrokerId())),
                new Epoch(message.getEpoch()),
                message.getAgeMillis());
    }

    static byte[] encode(ReportReply reply) {
        return PeerMessages.SignsNoted.newBuilder()
                .setAccepted(reply.accepted())
                .setTerm(reply.term().number())
                .setLeaderIndex(reply.leaderIndex().value())
                .build()
                .toByteArray();
    }

    static ReportReply decodeReply(byte[] bytes) {
        try {
            PeerMessages.SignsNoted message = PeerMessages.SignsNoted.parseFrom(bytes);
            return new ReportReply(
                    message.getAccepted(), new Term(message.getTerm()), new LogIndex(message.getLeaderIndex()));
        } catch (InvalidProtocolBufferException broken) {
            throw new IllegalArgumentException("not a reply to a report", broken);
        }
    }
}
