package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.model.EncodedBody;

/** A frame to the response it holds. Total. Called by the client end on event loops; stateless. */
public final class ResponseDecoder {
    private ResponseDecoder() {}

    public static IncomingResponse response(Frame frame) {
        FrameHeader header = frame.header();
        return new IncomingResponse(
                header.code(),
                header.remark(),
                header.extFields().toMap(),
                EncodedBody.copyOf(frame.body().nioBuffer()));
    }
}
