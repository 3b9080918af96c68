package io.github.raftns.namesrv.ingress;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.github.raftns.namesrv.admission.Permit;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.rpc.message.NativeRequest;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.wire.BucketRequest;
import io.github.raftns.rpc.wire.DigestRequest;
import io.github.raftns.rpc.wire.MarkReply;
import io.github.raftns.rpc.wire.RecountRequest;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The native codes: what this node is, how far it is, and whether its state is that of the others. Reads are local; the one
 * write, a mark, goes through the log. Status and digests are answered inline, tables and recounts on a worker.
 */
final class NativeHandler {
    private final Door door;
    private final NativeReplies replies;
    private final WorkerAnswers workerAnswers;

    NativeHandler(Door door) {
        this.door = door;
        this.replies = new NativeReplies(door);
        this.workerAnswers = new WorkerAnswers(door.workers());
    }

    void handle(Exchange exchange, NativeRequest request) {
        Optional<Permit> permit =
                recounts(request.code()) ? door.gate().recount() : door.gate().nativeRequest();
        if (permit.isEmpty()) {
            exchange.reply(OutcomeReply.overloaded());
            return;
        }
        try {
            dispatch(exchange, request, permit.get());
        } catch (InvalidProtocolBufferException unreadable) {
            permit.get().close();
            exchange.reply(Response.error(
                    ResponseCode.SYSTEM_ERROR,
                    "body of request " + request.code() + " is not readable: " + unreadable.getMessage()));
        }
    }

    private static boolean recounts(int code) {
        return code == RequestCode.RECOUNT || code == RequestCode.RECOUNT_BUCKET;
    }

    private void dispatch(Exchange exchange, NativeRequest request, Permit permit)
            throws InvalidProtocolBufferException {
        switch (request.code()) {
            case RequestCode.NODE_STATUS -> inline(exchange, permit, replies.status(exchange.view()));
            case RequestCode.DIGEST_AT -> {
                DigestRequest asked = DigestRequest.parseFrom(request.body().buffer());
                inline(exchange, permit, replies.digestAt(asked.getIndex()));
            }
            case RequestCode.BROKER_TABLE -> onWorker(exchange, permit, () -> replies.brokers(exchange.view()));
            case RequestCode.RECOUNT -> {
                RecountRequest asked = RecountRequest.parseFrom(request.body().buffer());
                onWorker(exchange, permit, () -> replies.recount(asked.getIndex()));
            }
            case RequestCode.RECOUNT_BUCKET -> {
                BucketRequest asked = BucketRequest.parseFrom(request.body().buffer());
                onWorker(exchange, permit, () -> replies.bucket(asked.getIndex(), asked.getBucket()));
            }
            case RequestCode.MARK_STATE -> mark(exchange, permit);
            default -> {
                permit.close();
                exchange.reply(RequestRouter.notSupported(request.code()));
            }
        }
    }

    private static void inline(Exchange exchange, Permit permit, MessageLite reply) {
        permit.close();
        exchange.reply(Response.ok(EncodedBody.owning(reply.toByteArray())));
    }

    private void onWorker(Exchange exchange, Permit permit, Supplier<MessageLite> work) {
        workerAnswers.answer(
                exchange, permit, () -> EncodedBody.owning(work.get().toByteArray()));
    }

    /** Native senders find a leader themselves: without one they are told at once instead of being held. */
    private void mark(Exchange exchange, Permit permit) {
        Leadership belief = door.leadership().current();
        if (!belief.isLeader() && belief.leader().isEmpty()) {
            permit.close();
            exchange.reply(OutcomeReply.nativeFailure(new Outcome.NotLeader("")));
            return;
        }
        exchange.letGo();
        door.submitter()
                .submit(
                        new Intent.Direct(new MarkState()),
                        door.submitter().limits().nativeHold())
                .whenComplete((outcome, fault) -> {
                    permit.close();
                    exchange.reply(
                            outcome instanceof Outcome.Applied applied
                                    ? Response.ok(EncodedBody.owning(MarkReply.newBuilder()
                                            .setIndex(applied.index().value())
                                            .build()
                                            .toByteArray()))
                                    : OutcomeReply.nativeFailure(outcome));
                });
    }
}
