package io.github.raftns.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.testing.RawFrame;
import io.github.raftns.rpc.testing.RawPeer;
import io.github.raftns.rpc.time.SystemTime;
import io.github.raftns.rpc.transport.EventLoops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over real loopback sockets; the server is a plain socket that says what the test says. */
class RpcClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final OutgoingRequest LOOKUP = OutgoingRequest.of(105, new TreeMap<>(Map.of("topic", "T")));

    private static EventLoops loops;
    private static SystemTime time;

    private ServerSocket listener;
    private RpcClient client;

    @BeforeAll
    static void start() {
        loops = EventLoops.start("client-test", 2);
        time = new SystemTime("client-test-timers");
    }

    @AfterAll
    static void stop() {
        loops.close();
        time.close();
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        client = new RpcClient(loops, time, ClientLimits.defaults());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        listener.close();
    }

    @Test
    void answersFindTheirCallsInAnyOrder() throws Exception {
        RpcConnection connection = connect();
        CompletableFuture<IncomingResponse> first = connection.send(LOOKUP, LONG);
        CompletableFuture<IncomingResponse> second = connection.send(LOOKUP, LONG);
        try (RawPeer server = accept()) {
            int firstOpaque = opaque(server.read());
            int secondOpaque = opaque(server.read());
            server.send(answer(987_654, "nobody's"), answer(secondOpaque, "two"), answer(firstOpaque, "one"));

            assertThat(get(first).body()).isEqualTo(EncodedBody.utf8("one"));
            assertThat(get(second).body()).isEqualTo(EncodedBody.utf8("two"));
            assertThat(get(first).isSuccess()).isTrue();
        }
    }

    @Test
    void requestHasTheBytesOfAnOfficialBuild() throws Exception {
        RpcConnection connection = connect();
        CompletableFuture<Void> sent = connection.sendOneway(LOOKUP);
        try (RawPeer server = accept()) {
            sent.get(10, TimeUnit.SECONDS);
            assertThat(server.read().headerText())
                    .isEqualTo(
                            "{\"code\":105,\"extFields\":{\"topic\":\"T\"},\"flag\":2,\"language\":\"JAVA\",\"opaque\":1,"
                                    + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":493}");
        }
    }

    @Test
    void binaryFormIsSpokenWhenAskedFor() throws Exception {
        try (RpcClient binary =
                new RpcClient(loops, time, ClientLimits.defaults().withForm(HeaderForm.BINARY))) {
            RpcConnection connection = binary.connect(address(), LONG).get(10, TimeUnit.SECONDS);
            CompletableFuture<IncomingResponse> answer = connection.send(LOOKUP, LONG);
            try (RawPeer server = accept()) {
                assertThat(server.read().type()).isEqualTo(1);
                server.send(answer(1, "in JSON, which is as good"));
                assertThat(get(answer).code()).isZero();
            }
        }
    }

    @Test
    void callWithoutAnAnswerFailsAtItsDeadlineAndTheLateAnswerIsDropped() throws Exception {
        RpcConnection connection = connect();
        try (RawPeer server = accept()) {
            CompletableFuture<IncomingResponse> late = connection.send(LOOKUP, Duration.ofMillis(30));
            assertFails(late, RpcException.Kind.TIMED_OUT);

            CompletableFuture<IncomingResponse> next = connection.send(LOOKUP, LONG);
            server.send(answer(opaque(server.read()), "late"), answer(opaque(server.read()), "next"));
            assertThat(get(next).body()).isEqualTo(EncodedBody.utf8("next"));
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void endOfTheConnectionFailsEverythingPending() throws Exception {
        RpcConnection connection = connect();
        CompletableFuture<IncomingResponse> one = connection.send(LOOKUP, LONG);
        CompletableFuture<IncomingResponse> two = connection.send(LOOKUP, LONG);
        try (RawPeer server = accept()) {
            server.read();
            server.read();
        }

        assertFails(one, RpcException.Kind.CLOSED);
        assertFails(two, RpcException.Kind.CLOSED);
        connection.onClose().get(10, TimeUnit.SECONDS);
        assertFails(connection.send(LOOKUP, LONG), RpcException.Kind.ALREADY_CLOSED);
        assertFails(connection.sendOneway(LOOKUP), RpcException.Kind.ALREADY_CLOSED);
    }

    @Test
    void closingHereFailsEverythingPendingToo() throws Exception {
        RpcConnection connection = connect();
        CompletableFuture<IncomingResponse> one = connection.send(LOOKUP, LONG);
        try (RawPeer server = accept()) {
            server.read();
            connection.close();
            assertFails(one, RpcException.Kind.CLOSED);
            assertThat(server.readsEnd()).isTrue();
        }
    }

    @Test
    void requestFromTheServerIsAnsweredAsUnsupportedAndOnewayOnesAreNot() throws Exception {
        RpcConnection connection = connect();
        try (RawPeer server = accept()) {
            server.send(RawFrame.request(905, 4, 2, "{}", ""), RawFrame.request(20001, 5, 0, "{}", ""));

            assertThat(server.read().headerText())
                    .contains("\"code\":3", "\"opaque\":5", "\"flag\":1", " request type 20001 not supported");
            assertThat(connection.isOpen()).isTrue();
        }
    }

    @Test
    void badFrameEndsTheConnection() throws Exception {
        RpcConnection connection = connect();
        CompletableFuture<IncomingResponse> pending = connection.send(LOOKUP, LONG);
        try (RawPeer server = accept()) {
            server.read();
            server.send(new byte[] {-1, -1, -1, -1});
            assertFails(pending, RpcException.Kind.CLOSED);
        }
    }

    @Test
    void callsOverTheLimitFailAtOnceUnsent() throws Exception {
        try (RpcClient small =
                new RpcClient(loops, time, ClientLimits.defaults().withPendingMax(1))) {
            RpcConnection connection = small.connect(address(), LONG).get(10, TimeUnit.SECONDS);
            CompletableFuture<IncomingResponse> first = connection.send(LOOKUP, LONG);
            assertFails(connection.send(LOOKUP, LONG), RpcException.Kind.BACKLOGGED);
            assertThat(first).isNotDone();
        }
    }

    @Test
    void refusedConnectionAndUnknownHostAreNotConnected() throws Exception {
        HostPort gone = address();
        listener.close();

        assertFails(client.connect(gone, LONG), RpcException.Kind.NOT_CONNECTED);
        assertFails(client.connect(new HostPort("no-such-host.invalid", 9876), LONG), RpcException.Kind.NOT_CONNECTED);
    }

    @Test
    void hostNamesAreResolved() throws Exception {
        RpcConnection connection = client.connect(new HostPort("localhost", listener.getLocalPort()), LONG)
                .get(10, TimeUnit.SECONDS);

        assertThat(connection.remote().host()).isEqualTo("localhost");
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void idleConnectionIsClosed() throws Exception {
        try (RpcClient idle = new RpcClient(loops, time, ClientLimits.defaults().withIdleMax(Duration.ofMillis(50)))) {
            RpcConnection connection = idle.connect(address(), LONG).get(10, TimeUnit.SECONDS);

            connection.onClose().get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void closingTheClientClosesItsConnections() throws Exception {
        RpcConnection connection = connect();
        client.close();

        connection.onClose().get(10, TimeUnit.SECONDS);
        await().until(() -> !connection.isOpen());
    }

    @Test
    void onewayRequestCannotBeWaitedFor() throws Exception {
        RpcConnection connection = connect();

        assertThatThrownBy(() -> connection.send(LOOKUP.asOneway(), LONG)).isInstanceOf(IllegalArgumentException.class);
    }

    private RpcConnection connect() throws Exception {
        return client.connect(address(), LONG).get(10, TimeUnit.SECONDS);
    }

    private HostPort address() {
        return new HostPort("127.0.0.1", listener.getLocalPort());
    }

    private RawPeer accept() throws IOException {
        return new RawPeer(listener.accept());
    }

    private static RawFrame answer(int opaque, String body) {
        return RawFrame.request(0, opaque, 1, "{}", body);
    }

    private static int opaque(RawFrame request) {
        return Integer.parseInt(request.headerText().replaceFirst(".*\"opaque\":(-?\\d+).*", "$1"));
    }

    private static IncomingResponse get(CompletableFuture<IncomingResponse> answer) throws Exception {
        return answer.get(10, TimeUnit.SECONDS);
    }

    private static void assertFails(CompletableFuture<?> result, RpcException.Kind kind) {
        assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(RpcException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(kind));
    }
}
