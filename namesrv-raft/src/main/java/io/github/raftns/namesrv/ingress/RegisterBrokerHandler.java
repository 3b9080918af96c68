package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.admission.Permit;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.observe.RegistrationResult;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.codec.BodyException;
import io.github.raftns.rpc.codec.RegistrationFingerprint;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.TopicTable;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * 103.
 *
 * <pre>
 * event loop   known to add nothing, by its fingerprint ----> heard, answered            RENEWAL_RECOGNISED
 *     |        no permit ----------------------------------> SYSTEM_BUSY                 FAILED
 *     v
 * worker       not readable -------------------------------> SYSTEM_ERROR                REFUSED
 *     |        no difference here: remembered -------------> heard, answered             RENEWAL_PARSED
 *     v
 * leader       applied, and shown here too ----------------> heard, answered             CHANGED
 *              refused, or no word in time ----------------> as {@link OutcomeReply}     REFUSED, FAILED
 * </pre>
 *
 * <p>On a node that has a leader and lags behind it, nothing is a renewal by its own state alone: there every registration goes to
 * the leader (design D8). Without a leader nobody could say more than this node, and nobody expires meanwhile.
 *
 * <p>Success is answered only for a registration that this node shows, and the connection remembers its epoch then.
 */
final class RegisterBrokerHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RegisterBrokerHandler.class);

    private final Door door;
    private final Duration freshness;
    private final KnownRegistrations known;

    RegisterBrokerHandler(Door door, DoorLimits limits) {
        this.door = door;
        this.freshness = limits.renewalFreshness();
        this.known = new KnownRegistrations(limits.knownRegistrations());
    }

    /** On the event loop of the call's peer, while the request's body is valid. */
    void handle(Exchange exchange, RegisterBrokerRequest request) {
        RegistrationFingerprint fingerprint =
                RegistrationFingerprint.of(request, exchange.header().version());
        if (!lagsBehindALeader() && isKnown(exchange.view(), request.broker().key(), fingerprint)) {
            door.meters().registration(RegistrationResult.RENEWAL_RECOGNISED);
            succeed(exchange, request.broker(), exchange.view().at().index());
            return;
        }
        Optional<Permit> permit = door.gate().registration(request.body().remaining());
        if (permit.isEmpty()) {
            fail(exchange, OutcomeReply.overloaded());
            return;
        }
        exchange.letGo();
        // the view of the receive buffer ends with this turn
        EncodedBody body = EncodedBody.copyOf(request.body());
        Arrival arrival = new Arrival(exchange, request, body, fingerprint);
        try {
            CompletableFuture.supplyAsync(() -> judge(arrival), door.workers())
                    .thenCompose(whenJudged -> whenJudged)
                    .minimalCompletionStage()
                    .whenComplete((done, fault) -> {
                        permit.get().close();
                        if (fault != null) {
                            LOG.error("event=registration-failed broker={}", request.broker(), fault);
                            fail(exchange, OutcomeReply.failure(new Outcome.Unknown("fault: " + fault)));
                        }
                    });
        } catch (RejectedExecutionException full) {
            permit.get().close();
            fail(exchange, OutcomeReply.overloaded());
        }
    }

    /** One registration that must be looked into. Its request's own body view is not valid any more. */
    private record Arrival(
            Exchange exchange, RegisterBrokerRequest request, EncodedBody body, RegistrationFingerprint fingerprint) {}

    private boolean isKnown(RouteView view, BrokerKey key, RegistrationFingerprint fingerprint) {
        return view.member(key) != null
                && known.addsNothing(key, RegistrationDifference.revision(view, key.name()), fingerprint);
    }

    private boolean lagsBehindALeader() {
        if (door.leadership().current().leader().isEmpty()) {
            return false;
        }
        long age = door.leaderAge().millis();
        return age < 0 || age > freshness.toMillis();
    }

    /** On a worker. */
    private CompletionStage<Void> judge(Arrival arrival) {
        Registration registration;
        try {
            registration = decode(arrival);
        } catch (BodyException unreadable) {
            door.meters().registration(RegistrationResult.REFUSED);
            arrival.exchange().reply(unreadable(unreadable));
            return CompletableFuture.completedStage(null);
        }
        RouteView view = arrival.exchange().latest();
        if (!lagsBehindALeader()
                && RegistrationDifference.between(view, registration).isNone()) {
            BrokerKey key = registration.broker().key();
            known.remember(key, RegistrationDifference.revision(view, key.name()), arrival.fingerprint());
            door.meters().registration(RegistrationResult.RENEWAL_PARSED);
            succeed(arrival.exchange(), registration.broker(), view.at().index());
            return CompletableFuture.completedStage(null);
        }
        arrival.exchange().letGo();
        return door.submitter()
                .submit(
                        new Intent.Register(registration),
                        door.submitter().limits().registrationHold())
                .thenAccept(outcome -> answer(arrival.exchange(), registration.broker(), outcome));
    }

    private Registration decode(Arrival arrival) throws BodyException {
        RegisterBrokerRequest request = arrival.request();
        TopicTable table = door.decoder()
                .decode(
                        arrival.body().buffer(),
                        request.compressed(),
                        arrival.exchange().header().version(),
                        request.bodyCrc32());
        return new Registration(
                request.broker(),
                request.haServerAddress(),
                request.heartbeatTimeoutMillis(),
                request.actingMaster(),
                request.zone(),
                table);
    }

    private static Response unreadable(BodyException unreadable) {
        String remark =
                switch (unreadable.kind()) {
                    case CHECKSUM -> "crc32 not match"; // stock's own words
                    case MALFORMED, TOO_LARGE -> "Failed to decode RegisterBrokerBody, " + unreadable.getMessage();
                };
        return Response.error(ResponseCode.SYSTEM_ERROR, remark);
    }

    private void answer(Exchange exchange, BrokerIdentity broker, Outcome outcome) {
        exchange.latest();
        if (outcome instanceof Outcome.Applied applied) {
            door.meters().registration(RegistrationResult.CHANGED);
            succeed(exchange, broker, applied.index());
        } else if (outcome instanceof Outcome.Unchanged unchanged) {
            // another node was first with it
            door.meters().registration(RegistrationResult.RENEWAL_PARSED);
            succeed(exchange, broker, unchanged.index());
        } else if (outcome instanceof Outcome.Refused) {
            door.meters().registration(RegistrationResult.REFUSED);
            exchange.reply(OutcomeReply.failure(outcome));
        } else {
            fail(exchange, OutcomeReply.failure(outcome));
        }
    }

    private void fail(Exchange exchange, Response response) {
        door.meters().registration(RegistrationResult.FAILED);
        exchange.reply(response);
    }

    /**
     * @param index where the registration is known to stand; a member of a later epoch is another registration, which was not
     *     acknowledged here
     */
    private void succeed(Exchange exchange, BrokerIdentity broker, LogIndex index) {
        Optional<Epoch> epoch = Optional.ofNullable(exchange.view().member(broker.key()))
                .filter(member -> member.identity().equals(broker))
                .map(MemberRecord::epoch)
                .filter(found -> found.index() <= index.value());
        epoch.ifPresent(found -> door.liveness().heard(broker.key(), found));
        Response response = Response.ok(master(exchange.view(), broker), EncodedBody.EMPTY);
        exchange.peer().execute(() -> {
            epoch.ifPresent(found -> Connection.of(exchange.peer()).acknowledge(broker, found));
            exchange.reply(response);
        });
    }

    /** What a slave is told of its master, when that is registered for the same cluster. */
    private static SortedMap<String, String> master(RouteView view, BrokerIdentity broker) {
        SortedMap<String, String> fields = new TreeMap<>();
        if (!broker.id().isMaster()) {
            MemberRecord master = view.member(new BrokerKey(broker.name(), BrokerId.MASTER));
            if (master != null && master.cluster().equals(broker.cluster())) {
                fields.put("masterAddr", master.address().value());
                if (master.haServerAddress() != null) {
                    fields.put("haServerAddr", master.haServerAddress());
                }
            }
        }
        return fields;
    }
}
