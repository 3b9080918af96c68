package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.SortedMap;

/** A request of ours to the bytes of its frame. Called on event loops; stateless. */
public final class RequestEncoder {
    private RequestEncoder() {}

    public static ByteBuf encode(ByteBufAllocator allocator, HeaderForm form, OutgoingRequest request, int opaque) {
        SortedMap<String, String> fields = request.extFields().isEmpty() ? null : request.extFields();
        int flags = request.oneway() ? FrameHeader.ONEWAY : 0;
        OutgoingHeader header = new OutgoingHeader(form, request.code(), opaque, flags, null, fields);
        return FrameWriter.write(allocator, header, request.body());
    }
}
