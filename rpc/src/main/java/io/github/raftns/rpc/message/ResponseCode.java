package io.github.raftns.rpc.message;

/** Response codes as stock peers know them, and one of ours for marked requests. */
public final class ResponseCode {
    public static final int SUCCESS = 0;
    public static final int SYSTEM_ERROR = 1;
    public static final int SYSTEM_BUSY = 2;
    public static final int REQUEST_CODE_NOT_SUPPORTED = 3;
    public static final int TOPIC_NOT_EXIST = 17;

    /** Native: this node does not lead and could not reach the leader; the stamp names it. */
    public static final int NOT_LEADER = 29100;

    private ResponseCode() {}
}
