package io.github.raftns.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.raftns.rpc.codec.BodyException;
import io.github.raftns.rpc.codec.BodyLimits;
import io.github.raftns.rpc.codec.RegistrationBodyDecoder;
import io.github.raftns.rpc.message.FrameworkReplies;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.message.UnsupportedRequest;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.TopicTable;
import io.github.raftns.rpc.testing.RawFrame;
import io.github.raftns.rpc.testing.RawPeer;
import io.github.raftns.rpc.transport.EventLoops;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Over real loopback sockets; the other side is a plain socket. */
class RpcServerTest {
    private static EventLoops loops;

    private final RecordingHandler handler = new RecordingHandler();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private RpcServer server;

    @BeforeAll
    static void startLoops() {
        loops = EventLoops.start("server-test", 2);
    }

    @AfterAll
    static void closeLoops() {
        loops.close();
    }

    @AfterEach
    void closeServer() {
        if (server != null) {
            server.close();
        }
        ((Logger) LoggerFactory.getLogger(ServerConnection.class)).detachAppender(log);
    }

    @Test
    void requestsAreAnsweredInTheOrderTheRepliesComeAndInTheFormTheyCameIn() throws IOException {
        start(ServerLimits.defaults());
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1), binaryLookup(2), lookup(3));
            List<Call> calls = handler.calls(3);
            calls.get(2).reply(Response.ok(EncodedBody.utf8("three")));
            calls.get(1).reply(Response.ok(EncodedBody.utf8("two")));
            calls.get(0).reply(Response.error(17, "one"));

            RawFrame third = peer.read();
            assertThat(third.headerText()).contains("\"opaque\":3", "\"code\":0");
            assertThat(third.bodyText()).isEqualTo("three");
            RawFrame second = peer.read();
            assertThat(second.type()).isEqualTo(1);
            assertThat(second.bodyText()).isEqualTo("two");
            assertThat(peer.read().headerText()).contains("\"opaque\":1", "\"code\":17", "\"remark\":\"one\"");
        }
    }

    @Test
    void bytesThatTrickleInMakeTheSameFrames() throws IOException {
        start(ServerLimits.defaults());
        handler.inlineReply = Response.ok();
        try (RawPeer peer = RawPeer.connect(server.port())) {
            for (byte one : lookup(9).bytes()) {
                peer.send(new byte[] {one});
            }

            assertThat(peer.read().headerText()).contains("\"opaque\":9");
        }
    }

    @Test
    void onewayRequestsAreHandledAndNeverAnswered() throws IOException {
        start(ServerLimits.defaults());
        handler.inlineReply = Response.ok();
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.request(904, 1, 2, "{}", ""), lookup(2));

            assertThat(peer.read().headerText()).contains("\"opaque\":2");
            assertThat(handler.calls(2).get(0).header().oneway()).isTrue();
        }
    }

    @Test
    void unknownCodesReachTheHandler() throws IOException {
        start(ServerLimits.defaults());
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.request(20001, 5, 0, "{}", ""));
            Call call = handler.calls(1).get(0);
            assertThat(call.request()).isEqualTo(new UnsupportedRequest(20001));
            call.reply(FrameworkReplies.notSupported(20001));

            assertThat(peer.read().headerText())
                    .contains("\"code\":3", "\"remark\":\" request type 20001 not supported\"");
        }
    }

    @Test
    void bigRegistrationIsDecodedFromTheReceiveBufferWithinHandle() throws IOException {
        StringBuilder topics = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            topics.append(i == 0 ? "" : ",")
                    .append("\"t")
                    .append(i)
                    .append("\":{\"topicName\":\"t")
                    .append(i);
            topics.append("\",\"perm\":6,\"readQueueNums\":8,\"writeQueueNums\":8}");
        }
        RegistrationBodyDecoder bodies = new RegistrationBodyDecoder(BodyLimits.defaults());
        AtomicReference<TopicTable> seen = new AtomicReference<>();
        server = RpcServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                call -> {
                    try {
                        seen.set(bodies.decode(
                                (RegisterBrokerRequest) call.request(),
                                call.header().version()));
                    } catch (BodyException problem) {
                        throw new UncheckedIOException(problem);
                    }
                    call.reply(Response.ok());
                },
                ServerLimits.defaults(),
                loops);
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.request(
                    103,
                    1,
                    0,
                    "{\"brokerName\":\"b\",\"brokerAddr\":\"a:1\",\"clusterName\":\"c\",\"brokerId\":\"0\"}",
                    "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{" + topics + "}}}"));

            assertThat(peer.read().headerText()).contains("\"code\":0");
            assertThat(seen.get().topics()).hasSize(20_000);
        }
    }

    @Test
    void responsesThatNobodyWaitsForAreDroppedSilently() throws IOException {
        start(ServerLimits.defaults());
        handler.inlineReply = Response.ok();
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.request(0, 5, 1, "{}", ""), RawFrame.request(0, 6, 3, "{}", ""), lookup(7));

            assertThat(peer.read().headerText()).contains("\"opaque\":7");
            assertThat(handler.calls).hasSize(1);
            assertThat(log.list).isEmpty();
        }
    }

    @Test
    void secondAnswerIsAFaultOfTheCaller() throws IOException {
        start(ServerLimits.defaults());
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1));
            Call call = handler.calls(1).get(0);
            call.reply(Response.ok());

            assertThatThrownBy(() -> call.reply(Response.ok())).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(call::closeInstead).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void exceptionOfTheHandlerIsAnsweredAndLoggedAndTheConnectionLivesOn() throws IOException {
        start(ServerLimits.defaults());
        handler.failure = new IllegalArgumentException("boom");
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1));
            assertThat(peer.read().headerText()).contains("\"code\":" + ResponseCode.SYSTEM_ERROR, "boom");

            handler.failure = null;
            handler.inlineReply = Response.ok();
            peer.send(lookup(2));
            assertThat(peer.read().headerText()).contains("\"opaque\":2", "\"code\":0");
            assertThat(log.list).hasSize(1);
        }
    }

    @Test
    void answerThatCannotBeEncodedCostsItsConnectionAndLeavesNothingCounted() throws IOException {
        start(ServerLimits.defaults());
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("value", null);
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1));
            handler.calls(1).get(0).reply(Response.ok(fields, EncodedBody.EMPTY));

            assertThat(peer.readsEnd()).isTrue();
        }
        await().until(() -> handler.closed.size() == 1);
        assertThat(handler.closed).containsExactly(false);
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getFormattedMessage()).contains("cannot be encoded");
        server.close(); // would wait for a request that still counts
    }

    @Test
    void badFrameClosesTheConnectionWithOneLogLineAndNoReply() throws IOException {
        start(ServerLimits.defaults());
        for (String bad :
                new String[] {"ffffffff", "7fffffff", "0000000402000000", "0000000800ffffff", "000000050000000178"}) {
            log.list.clear();
            handler.closed.clear();
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(ByteBufUtil.decodeHexDump(bad + "ffffffffffffffff"));

                assertThat(peer.readsEnd()).isTrue();
            }
            await().until(() -> handler.closed.size() == 1);
            assertThat(handler.closed).containsExactly(false);
            assertThat(log.list).hasSize(1);
            assertThat(log.list.get(0).getFormattedMessage()).contains("frame refused");
        }
    }

    @Test
    void endBegunByThePeerIsToldFromOneBegunHere() throws IOException {
        start(ServerLimits.defaults());
        try (RawPeer peer = RawPeer.connect(server.port())) {
            await().until(() -> handler.opened.size() == 1);
            peer.hangUp();
            await().until(() -> handler.closed.size() == 1);
        }
        RawPeer resetting = RawPeer.connect(server.port());
        resetting.send(lookup(1));
        handler.calls(1);
        resetting.reset();
        await().until(() -> handler.closed.size() == 2);
        try (RawPeer peer = RawPeer.connect(server.port())) {
            await().until(() -> handler.opened.size() == 3);
            handler.opened.get(2).closeAfterReplies();
            assertThat(peer.readsEnd()).isTrue();
        }
        await().until(() -> handler.closed.size() == 3);

        assertThat(handler.closed).containsExactly(true, true, false);
    }

    @Test
    void idleConnectionIsClosedByUs() throws IOException {
        start(ServerLimits.defaults().withIdleMax(Duration.ofMillis(50)));
        try (RawPeer peer = RawPeer.connect(server.port())) {
            assertThat(peer.readsEnd()).isTrue();
            await().until(() -> handler.closed.size() == 1);
            assertThat(handler.closed).containsExactly(false);
        }
    }

    @Test
    void channelOverItsInFlightLimitIsNotReadUntilEnoughIsAnswered() throws IOException {
        start(ServerLimits.defaults().withInFlight(4, 2));
        try (RawPeer peer = RawPeer.connect(server.port())) {
            for (int opaque = 1; opaque <= 1_000; opaque++) {
                peer.send(lookup(opaque));
            }
            handler.calls(4);
            onLoopOf(handler.calls.get(0).peer());
            assertThat(handler.calls).hasSize(4);

            handler.calls.get(0).reply(Response.ok());
            onLoopOf(handler.calls.get(0).peer());
            assertThat(handler.calls).hasSize(4);

            handler.calls.get(1).reply(Response.ok());
            handler.calls(6);
            onLoopOf(handler.calls.get(0).peer());
            assertThat(handler.calls).hasSize(6);

            handler.inlineReply = Response.ok();
            for (int i = 2; i < 6; i++) {
                handler.calls.get(i).reply(Response.ok());
            }
            for (int answered = 0; answered < 1_000; answered++) {
                assertThat(peer.read().headerText()).contains("\"code\":0");
            }
        }
    }

    @Test
    void channelWhosePeerDoesNotReadIsNotReadEither() throws IOException {
        start(ServerLimits.defaults());
        handler.inlineReply = Response.ok(EncodedBody.owning(new byte[1 << 20]));
        try (RawPeer peer = RawPeer.connect(server.port())) {
            for (int opaque = 1; opaque <= 200; opaque++) {
                peer.send(lookup(opaque));
            }
            handler.calls(1);
            await().during(Duration.ofMillis(100)).until(() -> handler.calls.size() < 100);
            for (int answered = 1; answered <= 200; answered++) {
                assertThat(peer.read().headerText()).contains("\"opaque\":" + answered + ",");
            }
        }
    }

    @Test
    void closeInsteadLeavesOneRequestUnansweredAndClosesAfterTheOthers() throws IOException {
        start(ServerLimits.defaults());
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1), lookup(2), lookup(3));
            List<Call> calls = handler.calls(3);
            calls.get(1).closeInstead();
            // not read any more: a request that comes now is not handled
            onLoopOf(calls.get(0).peer());
            peer.send(lookup(4));
            calls.get(2).reply(Response.ok());
            calls.get(0).reply(Response.ok());

            assertThat(peer.read().headerText()).contains("\"opaque\":3");
            assertThat(peer.read().headerText()).contains("\"opaque\":1");
            assertThat(peer.readsEnd()).isTrue();
            assertThat(handler.calls).hasSize(3);
        }
        await().until(() -> handler.closed.size() == 1);
        assertThat(handler.closed).containsExactly(false);
    }

    @Test
    void connectionThatIsToCloseAfterRepliesDoesNotWaitForeverForThem() throws IOException {
        start(ServerLimits.defaults().withDrainMax(Duration.ofMillis(50)));
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1));
            Call call = handler.calls(1).get(0);
            call.peer().closeAfterReplies();

            assertThat(peer.readsEnd()).isTrue();
            await().until(() -> handler.closed.size() == 1);
            call.reply(Response.ok());
        }
    }

    @Test
    void gracefulCloseAnswersWhatIsPendingAndTakesNobodyNew() throws Exception {
        start(ServerLimits.defaults());
        try (RawPeer busy = RawPeer.connect(server.port());
                RawPeer quiet = RawPeer.connect(server.port())) {
            busy.send(lookup(1));
            Call call = handler.calls(1).get(0);
            await().until(() -> handler.opened.size() == 2);

            CompletableFuture<Void> closed = server.closeGracefully(Duration.ofSeconds(30));
            assertThat(quiet.readsEnd()).isTrue();
            await().untilAsserted(() ->
                    assertThatThrownBy(() -> RawPeer.connect(server.port())).isInstanceOf(ConnectException.class));
            assertThat(closed).isNotDone();
            call.reply(Response.ok(EncodedBody.utf8("late")));

            assertThat(busy.read().bodyText()).isEqualTo("late");
            assertThat(busy.readsEnd()).isTrue();
            busy.hangUp();
            quiet.hangUp();
            closed.get(10, TimeUnit.SECONDS);
            assertThat(server.connectionCount()).isZero();
            assertThat(handler.closed).containsExactly(false, false);
        }
    }

    @Test
    void gracefulCloseEndsAtItsDeadline() throws Exception {
        start(ServerLimits.defaults());
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(lookup(1));
            handler.calls(1);

            server.closeGracefully(Duration.ofMillis(50)).get(4, TimeUnit.SECONDS);

            assertThat(peer.readsEnd()).isTrue();
        }
    }

    @Test
    void stopAcceptingKeepsWhatIsConnected() throws IOException {
        start(ServerLimits.defaults());
        handler.inlineReply = Response.ok();
        try (RawPeer peer = RawPeer.connect(server.port())) {
            await().until(() -> handler.opened.size() == 1);
            int port = server.port();
            server.stopAccepting();

            assertThatThrownBy(() -> RawPeer.connect(port)).isInstanceOf(ConnectException.class);
            peer.send(lookup(1));
            assertThat(peer.read().headerText()).contains("\"opaque\":1");
        }
    }

    @Test
    void connectionOverTheLimitIsClosedAndNeverSeenByTheHandler() throws IOException {
        start(ServerLimits.defaults().withConnectionsMax(1));
        handler.inlineReply = Response.ok();
        try (RawPeer first = RawPeer.connect(server.port())) {
            await().until(() -> handler.opened.size() == 1);
            try (RawPeer second = RawPeer.connect(server.port())) {
                assertThat(second.readsEnd()).isTrue();
            }
            first.send(lookup(1));
            assertThat(first.read().headerText()).contains("\"opaque\":1");
        }
        await().until(() -> server.connectionCount() == 0);
        assertThat(handler.opened).hasSize(1);
        assertThat(handler.closed).containsExactly(true);
    }

    @Test
    void attachmentStaysWithItsConnection() throws Exception {
        start(ServerLimits.defaults());
        try (RawPeer one = RawPeer.connect(server.port());
                RawPeer two = RawPeer.connect(server.port())) {
            await().until(() -> handler.opened.size() == 2);
            Peer first = handler.opened.get(0);
            Peer second = handler.opened.get(1);
            CompletableFuture<Object> seen = new CompletableFuture<>();
            first.execute(() -> first.attach("kept"));
            first.execute(() -> seen.complete(first.attachment()));
            CompletableFuture<Object> other = new CompletableFuture<>();
            second.execute(() -> other.complete(second.attachment()));

            assertThat(seen.get(5, TimeUnit.SECONDS)).isEqualTo("kept");
            assertThat(other.get(5, TimeUnit.SECONDS)).isNull();
            assertThat(first.connectionId()).isNotEqualTo(second.connectionId());
            assertThat(first.remoteAddress()).startsWith("127.0.0.1:");
            one.hangUp();
            two.hangUp();
        }
    }

    @Test
    void addressThatIsTakenIsAnErrorWithItsName() throws IOException {
        start(ServerLimits.defaults());
        InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());

        assertThatThrownBy(() -> RpcServer.bind(taken, handler, ServerLimits.defaults(), loops))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(String.valueOf(server.port()));
    }

    private void start(ServerLimits limits) throws IOException {
        log.start();
        ((Logger) LoggerFactory.getLogger(ServerConnection.class)).addAppender(log);
        server = RpcServer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), handler, limits, loops);
    }

    /** Returns once the peer's event loop has done all that it had to do before. */
    private static void onLoopOf(Peer peer) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        peer.execute(() -> done.complete(null));
        done.join();
    }

    private static RawFrame lookup(int opaque) {
        return RawFrame.request(105, opaque, 0, "{\"topic\":\"T\"}", "");
    }

    private static RawFrame binaryLookup(int opaque) {
        return new RawFrame(
                1,
                new byte[] {
                    0,
                    0x69,
                    0,
                    1,
                    (byte) 0xdf,
                    0,
                    0,
                    0,
                    (byte) opaque,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    12,
                    0,
                    5,
                    't',
                    'o',
                    'p',
                    'i',
                    'c',
                    0,
                    0,
                    0,
                    1,
                    'T'
                },
                new byte[0]);
    }

    /** Remembers everything; answers only when told to. */
    private static final class RecordingHandler implements RequestHandler {
        private final List<Call> calls = new CopyOnWriteArrayList<>();
        private final List<Peer> opened = new CopyOnWriteArrayList<>();
        private final List<Boolean> closed = new CopyOnWriteArrayList<>();
        private volatile Response inlineReply;
        private volatile RuntimeException failure;

        @Override
        public void handle(Call call) {
            calls.add(call);
            if (failure != null) {
                throw failure;
            }
            if (inlineReply != null) {
                call.reply(inlineReply);
            }
        }

        @Override
        public void opened(Peer peer) {
            opened.add(peer);
        }

        @Override
        public void closed(Peer peer, boolean byPeer) {
            closed.add(byPeer);
        }

        List<Call> calls(int count) {
            await().until(() -> calls.size() >= count);
            return List.copyOf(calls);
        }
    }
}
