package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.admission.Permit;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.UnregisterBrokerRequest;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.Epoch;
import java.util.Optional;

/**
 * 104. A goodbye speaks for one registration: the one last acknowledged on its connection or, when none was, the one that this
 * node shows at the broker's address (design D6). So a late goodbye of a process that was replaced removes nothing (L5).
 *
 * <p>Answered once the removal is applied here. Code 0 also when there is nothing to remove that the goodbye was meant for:
 * stock says so too, and the broker that leaves could do nothing about it.
 */
final class UnregisterBrokerHandler {
    private final Door door;

    UnregisterBrokerHandler(Door door) {
        this.door = door;
    }

    /** On the event loop of the call's peer. */
    void handle(Exchange exchange, UnregisterBrokerRequest request) {
        Optional<Epoch> meant = meant(exchange, request.broker());
        if (meant.isEmpty()) {
            exchange.reply(Response.ok());
            return;
        }
        Optional<Permit> permit = door.gate().control();
        if (permit.isEmpty()) {
            exchange.reply(OutcomeReply.overloaded());
            return;
        }
        exchange.letGo();
        door.submitter()
                .submit(
                        new Intent.Direct(new UnregisterBroker(request.broker(), meant.get())),
                        door.submitter().limits().goodbyeHold())
                .whenComplete((outcome, fault) -> {
                    permit.get().close();
                    exchange.reply(isDone(outcome) ? Response.ok() : OutcomeReply.failure(outcome));
                });
    }

    /**
     * Empty when this node shows no such registration: one that was acknowledged on this connection was shown here before that,
     * so it is gone or has been replaced.
     */
    private static Optional<Epoch> meant(Exchange exchange, BrokerIdentity broker) {
        Optional<Epoch> shown = Optional.ofNullable(exchange.view().memberByAddress(broker.name(), broker.address()))
                .map(MemberRecord::epoch);
        Optional<Epoch> acknowledged = Connection.of(exchange.peer()).acknowledged(broker);
        return acknowledged.isEmpty() ? shown : shown.filter(acknowledged.get()::equals);
    }

    private static boolean isDone(Outcome outcome) {
        return outcome.holds()
                || (outcome instanceof Outcome.Refused refused
                        && (refused.reason() == Refusal.STALE_EPOCH || refused.reason() == Refusal.UNKNOWN_BROKER));
    }
}
