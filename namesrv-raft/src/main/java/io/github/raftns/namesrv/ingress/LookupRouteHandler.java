package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.observe.LookupResult;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.Optional;

/**
 * 105, answered inline on the event loop from the bytes of the view.
 *
 * <p>Never an error, never a "no such topic" that this node is not sure of (design R5): a stock producer without a cached route
 * takes any code as leave to create the topic elsewhere. While no leader was heard for too long, a request for an unknown topic
 * is held, looked at once more, and its connection closed, which moves its sender to another node.
 */
final class LookupRouteHandler {
    private static final String UNKNOWN_TOPIC = "No topic route info in name server for the topic: ";
    private static final String SEE = "\nSee https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details.";

    private final Door door;
    private final DoorLimits limits;

    LookupRouteHandler(Door door, DoorLimits limits) {
        this.door = door;
        this.limits = limits;
    }

    /** Stock's own text. Also what a lookup without a possible topic gets, as in stock: such a topic surely does not exist. */
    static Response unknownTopic(String topic) {
        return Response.error(ResponseCode.TOPIC_NOT_EXIST, UNKNOWN_TOPIC + topic + SEE);
    }

    void handle(Exchange exchange, LookupRouteRequest request) {
        if (!answer(exchange, exchange.view(), request)) {
            door.meters().lookup(LookupResult.HELD);
            exchange.letGo();
            door.timers().after(limits.unknownTopicHold(), () -> lookAgain(exchange, request));
        }
    }

    private void lookAgain(Exchange exchange, LookupRouteRequest request) {
        if (!answer(exchange, exchange.latest(), request)) {
            door.meters().lookup(LookupResult.CLOSED);
            exchange.closeInstead();
        }
    }

    /** Whether there was an answer to give. */
    private boolean answer(Exchange exchange, RouteView view, LookupRouteRequest request) {
        Optional<EncodedBody> route = view.route(request.topic(), request.standardJson(), request.zone());
        if (route.isPresent()) {
            door.meters().lookup(LookupResult.FOUND);
            exchange.reply(Response.ok(route.get()));
            return true;
        }
        if (!isSure()) {
            return false;
        }
        door.meters().lookup(LookupResult.UNKNOWN_TOPIC);
        exchange.reply(unknownTopic(request.topic().value()));
        return true;
    }

    private boolean isSure() {
        long age = door.leaderAge().millis();
        return age >= 0 && age <= limits.maxStaleness().toMillis();
    }
}
