package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;

/**
 * A decoded header, of a request or a response.
 *
 * @param code request or response code
 * @param version ordinal of the sender's RocketMQ version
 * @param flags bit 0: response, bit 1: oneway
 * @param remark null when not sent
 */
public record FrameHeader(
        HeaderForm form, int code, int version, int opaque, int flags, String remark, ExtFields extFields) {
    static final int RESPONSE = 1;
    static final int ONEWAY = 2;

    public boolean isResponse() {
        return (flags & RESPONSE) != 0;
    }

    public boolean isOneway() {
        return (flags & ONEWAY) != 0;
    }
}
