package io.github.raftns.rpc.message;

/** Request codes: RocketMQ's own (from its public protocol) and, from 29000 on, the native ones. */
public final class RequestCode {
    public static final int REGISTER_BROKER = 103;
    public static final int UNREGISTER_BROKER = 104;
    public static final int LOOKUP_ROUTE = 105;
    public static final int CLUSTER_INFO = 106;
    public static final int ALL_TOPICS = 206;
    public static final int QUERY_DATA_VERSION = 322;
    public static final int MEMBER_GROUP = 901;
    public static final int HEARTBEAT = 904;

    /** Native: what this node is and how far it is. */
    public static final int NODE_STATUS = 29001;
    /** Native: the state digest at one index. */
    public static final int DIGEST_AT = 29002;
    /** Native: every broker with its epoch, lease and mask. */
    public static final int BROKER_TABLE = 29003;
    /** Native: put a verification mark into the log; every node keeps its state at that index for a recount. */
    public static final int MARK_STATE = 29004;
    /** Native: recount the digest at a mark from the rows and from the view, by bucket. */
    public static final int RECOUNT = 29005;
    /** Native: the row digests of one bucket at a mark. */
    public static final int RECOUNT_BUCKET = 29006;

    private RequestCode() {}
}
