package io.github.raftns.rpc.message;

import java.util.Objects;

/**
 * The part of a request's header that every request has.
 *
 * @param version ordinal of the sender's RocketMQ version
 * @param opaque the sender's number for this request, echoed in its reply
 * @param oneway the sender wants no reply
 * @param form the form the request came in, and so the form of its reply
 * @param marked the request carries our marker ext-field ({@link Marker}): its reply may hold ours (design R3)
 */
public record RequestHeader(int code, int version, int opaque, boolean oneway, HeaderForm form, boolean marked) {
    public RequestHeader {
        Objects.requireNonNull(form, "form");
    }
}
