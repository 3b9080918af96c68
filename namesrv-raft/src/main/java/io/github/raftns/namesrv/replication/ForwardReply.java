package io.github.raftns.namesrv.replication;

import java.io.Serializable;

/** The leader's word on a {@link ForwardRequest}: an outcome in protobuf, or why the request was not even looked at. */
final class ForwardReply implements Serializable {
    private static final long serialVersionUID = 1L;

    private String refusal;
    private byte[] outcome;

    /** For Hessian alone, which fills the fields. */
    private ForwardReply() {}

    private ForwardReply(String refusal, byte[] outcome) {
        this.refusal = refusal;
        this.outcome = outcome;
    }

    static ForwardReply of(byte[] outcome) {
        return new ForwardReply("", outcome);
    }

    static ForwardReply refused(String why) {
        return new ForwardReply(why, new byte[0]);
    }

    /** Empty when the request was taken. */
    String refusal() {
        return refusal;
    }

    byte[] outcome() {
        return outcome;
    }
}
