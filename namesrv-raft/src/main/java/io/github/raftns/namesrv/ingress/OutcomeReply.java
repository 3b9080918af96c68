package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;

/**
 * What is answered when an intent does not hold. Success looks different for each request and is the handlers' business.
 *
 * <pre>
 * outcome      code                 the sender may
 * Refused      1  SYSTEM_ERROR      not ask again: nothing would change
 * Overloaded   2  SYSTEM_BUSY       ask again, later or elsewhere
 * NotLeader    2  SYSTEM_BUSY       ask again; 29100 NOT_LEADER for native requests
 * Unknown      2  SYSTEM_BUSY       ask again if asking twice does no harm
 * </pre>
 */
final class OutcomeReply {
    /** Stock's own text, so that logs and alerts built on it keep working. */
    static final String OVERLOAD = "[OVERLOAD]system busy, start flow control for a while";

    private OutcomeReply() {}

    static Response overloaded() {
        return Response.error(ResponseCode.SYSTEM_BUSY, OVERLOAD);
    }

    /** @throws IllegalArgumentException for an outcome that holds */
    static Response failure(Outcome outcome) {
        if (outcome instanceof Outcome.NotLeader notLeader) {
            return Response.error(ResponseCode.SYSTEM_BUSY, notLeader(notLeader));
        }
        return other(outcome);
    }

    /** The same for native requests, whose senders know how to find a leader. */
    static Response nativeFailure(Outcome outcome) {
        if (outcome instanceof Outcome.NotLeader notLeader) {
            return Response.error(ResponseCode.NOT_LEADER, notLeader(notLeader));
        }
        return other(outcome);
    }

    private static Response other(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused) {
            return Response.error(
                    ResponseCode.SYSTEM_ERROR, "refused, " + text(refused.reason()) + ": " + refused.detail());
        }
        if (outcome instanceof Outcome.Overloaded) {
            return overloaded();
        }
        if (outcome instanceof Outcome.Unknown unknown) {
            return Response.error(
                    ResponseCode.SYSTEM_BUSY,
                    "outcome unknown, the change may or may not be applied: " + unknown.why());
        }
        throw new IllegalArgumentException("not a failure: " + outcome);
    }

    private static String notLeader(Outcome.NotLeader outcome) {
        return outcome.leader().isEmpty()
                ? "no leader is known, nothing was changed"
                : "this node does not lead and " + outcome.leader() + " did not take the change, nothing was changed";
    }

    private static String text(Refusal reason) {
        return switch (reason) {
            case STALE_EPOCH -> "the broker has registered anew since";
            case WRONG_TERM -> "the verdict was reached under another leader";
            case BASE_MOVED -> "the broker's rows kept changing";
            case NEWER_STATE_VERSION -> "the id is held by an address with a newer state version";
            case UNKNOWN_BROKER -> "there is no such broker";
            case TOO_LARGE -> "it is too large";
        };
    }
}
