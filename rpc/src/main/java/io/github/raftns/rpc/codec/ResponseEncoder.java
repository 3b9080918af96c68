package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** A response to the bytes of its frame, in the form its request came in. Called on event loops; stateless. */
public final class ResponseEncoder {
    private ResponseEncoder() {}

    public static ByteBuf encode(ByteBufAllocator allocator, RequestHeader request, Response response) {
        if (isPlainOk(response) && request.form() == HeaderForm.JSON) {
            return FrameWriter.writeOkJson(allocator, request.opaque(), response.body());
        }
        OutgoingHeader header = new OutgoingHeader(
                request.form(),
                response.code(),
                request.opaque(),
                FrameHeader.RESPONSE,
                response.remark(),
                response.extFields());
        return FrameWriter.write(allocator, header, response.body());
    }

    private static boolean isPlainOk(Response response) {
        return response.code() == ResponseCode.SUCCESS && response.remark() == null && response.extFields() == null;
    }
}
