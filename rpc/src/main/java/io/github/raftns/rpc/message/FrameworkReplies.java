package io.github.raftns.rpc.message;

/** The answers that stock's remoting framework gives by itself, with stock's texts; both ends of ours use them. */
public final class FrameworkReplies {
    /** Remark of a {@code SYSTEM_BUSY} given because queues are full. */
    public static final String OVERLOADED = "[OVERLOAD]system busy, start flow control for a while";

    private FrameworkReplies() {}

    /** To a code that nobody here serves. The leading blank is stock's. */
    public static Response notSupported(int code) {
        return Response.error(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, " request type " + code + " not supported");
    }

    /** To a request that is shed before any work was done for it. */
    public static Response busy() {
        return Response.error(ResponseCode.SYSTEM_BUSY, OVERLOADED);
    }

    /** To a request whose handler failed; the trace goes to the log and not to the sender. */
    public static Response failed(Exception fault) {
        return Response.error(ResponseCode.SYSTEM_ERROR, fault.toString());
    }
}
