package io.github.raftns.namesrv.replication;

import com.alipay.remoting.rpc.exception.InvokeServerBusyException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.util.Endpoint;
import io.github.raftns.namesrv.command.CommandFormatException;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.IntentCodec;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.OutcomeCodec;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.leadership.Forwarder;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.rpc.time.Timers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries intents and reports to the leader over the Raft port. Sending runs on threads of its own, since bolt blocks its caller
 * where it has no connection; and nothing is sent before there is one, so that "not handed over" is certain. Any thread.
 */
final class PeerForwarder implements Forwarder, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerForwarder.class);
    private static final Duration CONNECTION_LOOK = Duration.ofMillis(20);
    private static final int SENDERS = 4;
    private static final int ENVELOPE_BYTES_MAX = 64 << 10; // three bytes a chunk of 32 KiB, names, header

    private final RpcClient client;
    private final String clusterId;
    private final int frameBytesMax;
    private final Duration connectTimeout;
    private final ExecutorService senders;
    private final Executor completion;
    private final Semaphore free;
    private final Timers timers;
    private final LeaderContact contact;

    PeerForwarder(
            RpcClient client, ReplicationConfig config, Executor completion, Timers timers, LeaderContact contact) {
        this.client = client;
        this.clusterId = config.cluster().toString();
        this.frameBytesMax = config.limits().frameBytesMax();
        this.connectTimeout = config.timing().connectTimeout();
        this.senders = Workers.bounded("forward", SENDERS, config.limits().forwardsInFlightMax());
        this.completion = completion;
        this.free = new Semaphore(config.limits().forwardsInFlightMax());
        this.timers = timers;
        this.contact = contact;
    }

    @Override
    public CompletionStage<Outcome> forward(Member leader, Intent intent, Duration timeout) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        byte[] bytes = IntentCodec.encode(intent);
        if (bytes.length > frameBytesMax - ENVELOPE_BYTES_MAX) {
            return CompletableFuture.completedFuture(new Outcome.Refused(
                    Refusal.TOO_LARGE, "an intent of " + bytes.length + " bytes; a frame may have " + frameBytesMax));
        }
        if (!free.tryAcquire()) {
            return CompletableFuture.completedFuture(new Outcome.Overloaded("forwards in flight"));
        }
        ForwardRequest request = new ForwardRequest(clusterId, bytes);
        send(new Sending(Peers.endpointOf(leader), request, timeout) {
            @Override
            void answered(Object reply) {
                outcome.complete(outcomeIn(reply));
            }

            @Override
            void notSent(String why) {
                outcome.complete(new Outcome.NotLeader(""));
            }

            @Override
            void lost(Throwable failure) {
                outcome.complete(
                        failure instanceof InvokeServerBusyException
                                ? new Outcome.Overloaded("the leader's queue")
                                : new Outcome.Unknown("no answer of the leader: " + failure.getMessage()));
            }
        });
        return outcome.whenComplete((word, never) -> free.release());
    }

    @Override
    public CompletionStage<ReportReply> report(Member leader, SignsOfLife signs, Duration timeout) {
        CompletableFuture<ReportReply> answer = new CompletableFuture<>();
        long sent = contact.now();
        send(new Sending(Peers.endpointOf(leader), new SignsRequest(clusterId, SignsCodec.encode(signs)), timeout) {
            @Override
            void answered(Object reply) {
                ReportReply word = replyIn(reply);
                if (word.accepted()) {
                    contact.accepted(sent, word.leaderIndex());
                }
                answer.complete(word);
            }

            @Override
            void notSent(String why) {
                answer.complete(ReportReply.NOT_ACCEPTED);
            }

            @Override
            void lost(Throwable failure) {
                answer.complete(ReportReply.NOT_ACCEPTED);
            }
        });
        return answer;
    }

    /** Opens the connection in the background, so that the first forward finds it. */
    void prepare(Member leader) {
        run(() -> client.checkConnection(Peers.endpointOf(leader), true), () -> {});
    }

    @Override
    public void close() {
        senders.shutdownNow();
        client.shutdown();
    }

    private void send(Sending sending) {
        sending.guard();
        run(() -> sending.attempt(connectTimeout), () -> sending.end(() -> sending.notSent("the queue is full")));
    }

    private void run(Runnable task, Runnable otherwise) {
        try {
            senders.execute(task);
        } catch (RejectedExecutionException full) {
            otherwise.run();
        }
    }

    private static Outcome outcomeIn(Object reply) {
        if (!(reply instanceof ForwardReply answer) || answer.refusal() == null || answer.outcome() == null) {
            return new Outcome.Unknown("the answer of the leader is none");
        }
        if (!answer.refusal().isEmpty()) {
            LOG.warn("an intent was refused: {}", answer.refusal());
            return new Outcome.NotLeader("");
        }
        try {
            return OutcomeCodec.decode(ByteBuffer.wrap(answer.outcome()));
        } catch (CommandFormatException broken) {
            return new Outcome.Unknown("the answer of the leader is broken: " + broken.getMessage());
        }
    }

    private static ReportReply replyIn(Object reply) {
        if (!(reply instanceof SignsReply answer) || answer.refusal() == null || answer.reply() == null) {
            return ReportReply.NOT_ACCEPTED;
        }
        if (!answer.refusal().isEmpty()) {
            LOG.warn("a report was refused: {}", answer.refusal());
            return ReportReply.NOT_ACCEPTED;
        }
        try {
            return SignsCodec.decodeReply(answer.reply());
        } catch (IllegalArgumentException broken) {
            LOG.warn("a reply to a report is broken", broken);
            return ReportReply.NOT_ACCEPTED;
        }
    }

    /** One message under way. Its attempts run on a sender, its end on the completion thread. */
    private abstract class Sending implements InvokeCallback {
        private final Endpoint peer;
        private final Object request;
        private final Duration timeout;
        private volatile Timers.Timer guard = () -> {};

        Sending(Endpoint peer, Object request, Duration timeout) {
            this.peer = peer;
            this.request = request;
            this.timeout = timeout;
        }

        abstract void answered(Object reply);

        /** It certainly did not reach the peer. */
        abstract void notSent(String why);

        abstract void lost(Throwable failure);

        /** For the case that bolt forgets us: it does when it cannot read a reply. */
        void guard() {
            guard = timers.after(
                    timeout.plus(connectTimeout).plus(CONNECTION_LOOK),
                    () -> end(() -> lost(new TimeoutException("no word in " + timeout))));
        }

        void attempt(Duration patience) {
            if (client.checkConnection(peer, true)) {
                invoke();
            } else if (patience.isNegative() || patience.isZero()) {
                end(() -> notSent("no connection with " + peer));
            } else {
                Duration left = patience.minus(CONNECTION_LOOK);
                timers.after(
                        CONNECTION_LOOK, () -> run(() -> attempt(left), () -> end(() -> notSent("the queue is full"))));
            }
        }

        private void invoke() {
            try {
                client.invokeAsync(peer, request, this, Math.max(1, timeout.toMillis()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                end(() -> lost(interrupted));
            } catch (RemotingException failure) {
                end(() -> lost(failure));
            }
        }

        @Override
        public void complete(Object reply, Throwable failure) {
            guard.cancel();
            if (failure == null) {
                answered(reply);
            } else {
                lost(failure);
            }
        }

        @Override
        public Executor executor() {
            return completion;
        }

        void end(Runnable word) {
            guard.cancel();
            completion.execute(word);
        }
    }
}
