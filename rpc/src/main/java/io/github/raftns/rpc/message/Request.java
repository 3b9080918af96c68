package io.github.raftns.rpc.message;

/** A decoded request. The family is closed: a handler that forgets one does not compile. */
public sealed interface Request
        permits RegisterBrokerRequest,
                UnregisterBrokerRequest,
                LookupRouteRequest,
                ClusterInfoRequest,
                TopicListRequest,
                QueryDataVersionRequest,
                MemberGroupRequest,
                HeartbeatRequest,
                NativeRequest,
                InvalidRequest,
                UnsupportedRequest {
    /** Hands the request to the handler's method for its kind. */
    <R> R accept(RequestVisitor<R> visitor);
}
