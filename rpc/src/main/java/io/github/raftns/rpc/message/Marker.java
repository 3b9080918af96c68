package io.github.raftns.rpc.message;

/** Names of the ext-fields that native clients and nodes exchange. A stock peer never sends or sees one of them. */
public final class Marker {
    /** In a request: any value asks for the fields below. */
    public static final String REQUEST = "raftns";

    /** In a reply: applied index of the answering node, decimal. */
    public static final String INDEX = "raftnsIndex";
    /** In a reply: the Raft term the answering node is in, decimal. */
    public static final String TERM = "raftnsTerm";
    /** In a reply: {@code id@host:port} of the leader's remoting address; left out when none is known. */
    public static final String LEADER = "raftnsLeader";
    /** In a reply: id of the answering node. */
    public static final String NODE = "raftnsNode";
    /** In a reply: milliseconds since the answering node last exchanged messages with a leader; 0 on the leader. */
    public static final String AGE = "raftnsAge";

    private Marker() {}
}
