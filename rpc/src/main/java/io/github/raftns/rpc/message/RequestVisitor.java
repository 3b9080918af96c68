package io.github.raftns.rpc.message;

/** One method a kind of request. */
public interface RequestVisitor<R> {
    R on(RegisterBrokerRequest request);

    R on(UnregisterBrokerRequest request);

    R on(LookupRouteRequest request);

    R on(ClusterInfoRequest request);

    R on(TopicListRequest request);

    R on(QueryDataVersionRequest request);

    R on(MemberGroupRequest request);

    R on(HeartbeatRequest request);

    R on(NativeRequest request);

    R on(InvalidRequest request);

    R on(UnsupportedRequest request);
}
