package io.github.raftns.namesrv.ingress;

import io.github.raftns.rpc.message.ClusterInfoRequest;
import io.github.raftns.rpc.message.HeartbeatRequest;
import io.github.raftns.rpc.message.InvalidRequest;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.MemberGroupRequest;
import io.github.raftns.rpc.message.NativeRequest;
import io.github.raftns.rpc.message.QueryDataVersionRequest;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.message.RequestVisitor;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.message.TopicListRequest;
import io.github.raftns.rpc.message.UnregisterBrokerRequest;
import io.github.raftns.rpc.message.UnsupportedRequest;
import io.github.raftns.rpc.server.Call;
import io.github.raftns.rpc.server.RequestHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands each request to the handler of its kind. Called by {@code rpc.server} on event loops. */
public final class RequestRouter implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RequestRouter.class);

    private final Door door;
    private final RegisterBrokerHandler registerBroker;
    private final UnregisterBrokerHandler unregisterBroker;
    private final LookupRouteHandler lookupRoute;
    private final ListingHandler listings;
    private final QueryDataVersionHandler queryDataVersion;
    private final HeartbeatHandler heartbeat;
    private final NativeHandler nativeCodes;

    public RequestRouter(Door door, DoorLimits limits) {
        this.door = door;
        this.registerBroker = new RegisterBrokerHandler(door, limits);
        this.unregisterBroker = new UnregisterBrokerHandler(door);
        this.lookupRoute = new LookupRouteHandler(door, limits);
        this.listings = new ListingHandler(door);
        this.queryDataVersion = new QueryDataVersionHandler(door);
        this.heartbeat = new HeartbeatHandler(door);
        this.nativeCodes = new NativeHandler(door);
    }

    @Override
    public void handle(Call call) {
        call.request().accept(new Dispatch(new Exchange(call, door)));
    }

    /** Stock's own text. */
    static Response notSupported(int code) {
        return Response.error(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, " request type " + code + " not supported");
    }

    private final class Dispatch implements RequestVisitor<Void> {
        private final Exchange exchange;

        Dispatch(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public Void on(RegisterBrokerRequest request) {
            registerBroker.handle(exchange, request);
            return null;
        }

        @Override
        public Void on(UnregisterBrokerRequest request) {
            unregisterBroker.handle(exchange, request);
            return null;
        }

        @Override
        @SuppressWarnings(
                "IllegalCatch") // R5: a stock producer reacts to any error code by creating the topic elsewhere
        public Void on(LookupRouteRequest request) {
            try {
                lookupRoute.handle(exchange, request);
            } catch (RuntimeException fault) {
                LOG.error("event=lookup-failed topic={}", request.topic(), fault);
                exchange.closeInstead();
            }
            return null;
        }

        @Override
        public Void on(ClusterInfoRequest request) {
            listings.clusterInfo(exchange);
            return null;
        }

        @Override
        public Void on(TopicListRequest request) {
            listings.topicList(exchange);
            return null;
        }

        @Override
        public Void on(QueryDataVersionRequest request) {
            queryDataVersion.handle(exchange, request);
            return null;
        }

        @Override
        public Void on(MemberGroupRequest request) {
            exchange.reply(Response.ok(exchange.view().memberGroup(request.cluster(), request.name())));
            return null;
        }

        @Override
        public Void on(HeartbeatRequest request) {
            heartbeat.handle(exchange, request);
            return null;
        }

        @Override
        public Void on(NativeRequest request) {
            nativeCodes.handle(exchange, request);
            return null;
        }

        @Override
        public Void on(InvalidRequest request) {
            exchange.reply(
                    request.code() == RequestCode.LOOKUP_ROUTE
                            ? LookupRouteHandler.unknownTopic(request.problem())
                            : Response.error(ResponseCode.SYSTEM_ERROR, request.problem()));
            return null;
        }

        @Override
        public Void on(UnsupportedRequest request) {
            exchange.reply(notSupported(request.code()));
            return null;
        }
    }
}
