package io.github.raftns.namesrv.replication;

import java.io.Serializable;

/** The leader's answer to a {@link SignsRequest}: a reply in protobuf, or why the report was not even looked at. */
final class SignsReply implements Serializable {
    private static final long serialVersionUID = 1L;

    private String refusal;
    private byte[] reply;

    /** For Hessian alone, which fills the fields. */
    private SignsReply() {}

    private SignsReply(String refusal, byte[] reply) {
        this.refusal = refusal;
        this.reply = reply;
    }

    static SignsReply of(byte[] reply) {
        return new SignsReply("", reply);
    }

    static SignsReply refused(String why) {
        return new SignsReply(why, new byte[0]);
    }

    /** Empty when the report was taken. */
    String refusal() {
        return refusal;
    }

    byte[] reply() {
        return reply;
    }
}
