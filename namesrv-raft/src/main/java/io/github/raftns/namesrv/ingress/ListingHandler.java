package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.admission.Permit;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.Optional;
import java.util.function.Function;

/**
 * 106 and 206, which list the whole state. The view encodes each once after a change; where that is too long for an event loop a
 * worker does it, in a lane of its own, so that a storm of them delays neither lookups nor registrations.
 */
final class ListingHandler {
    /** So many entries are sorted and encoded within about a millisecond. */
    static final int INLINE_MAX = 1_000;

    private final Door door;
    private final WorkerAnswers workerAnswers;

    ListingHandler(Door door) {
        this.door = door;
        this.workerAnswers = new WorkerAnswers(door.workers());
    }

    void clusterInfo(Exchange exchange) {
        RouteView view = exchange.view();
        answer(exchange, view.isClusterInfoEncoded() || view.brokerCount() <= INLINE_MAX, RouteView::clusterInfo);
    }

    void topicList(Exchange exchange) {
        RouteView view = exchange.view();
        answer(exchange, view.isTopicListEncoded() || view.topicCount() <= INLINE_MAX, RouteView::topicList);
    }

    private void answer(Exchange exchange, boolean quick, Function<RouteView, EncodedBody> body) {
        if (quick) {
            exchange.reply(Response.ok(body.apply(exchange.view())));
            return;
        }
        Optional<Permit> permit = door.gate().listing();
        if (permit.isEmpty()) {
            exchange.reply(OutcomeReply.overloaded());
            return;
        }
        exchange.letGo();
        workerAnswers.answer(exchange, permit.get(), () -> body.apply(exchange.latest()));
    }
}
