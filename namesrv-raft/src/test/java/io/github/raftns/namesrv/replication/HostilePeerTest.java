package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.remoting.rpc.exception.RpcServerException;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.HostPort;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Raft port of a real node, and its client, against those who mean harm. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostilePeerTest {
    private static final String GADGET = HostileBytes.PACKAGE + "Gadget";
    private static final String ENVELOPE = ForwardRequest.class.getName();
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    @Test
    void requestsThatNameForeignClassesAreRefusedAndTheNodeGoesOn() throws IOException {
        try (ReplicaGroup group = ReplicaGroup.single(directory);
                Socket socket = connect(group.leader().member().raft())) {
            int id = 0;
            for (byte[] hostile : HostileBytes.bringingToLife(GADGET).values()) {
                for (String declared : List.of(ENVELOPE, SignsRequest.class.getName(), "java.util.HashMap", GADGET)) {
                    for (int codec : new int[] {1, 0, 4, 5, 127, 255}) {
                        id++;
                        socket.getOutputStream().write(HostileBytes.request(id, declared, codec, hostile));
                        Reply reply = Reply.read(socket);
                        assertThat(reply.id()).isEqualTo(id);
                        assertThat(reply.status()).as("status of %s", declared).isNotZero();
                        if (reply.content().length > 0) {
                            assertThat(reply.content()[0])
                                    .as("first byte of a text")
                                    .isEqualTo((byte) 0x7f);
                        }
                    }
                }
            }
            assertThat(GadgetLog.touches("Gadget")).isZero();
            assertThat(group.leader().propose(Brokers.register("after"))).isInstanceOf(Outcome.Applied.class);
        }
    }

    @Test
    void anEnvelopeWithMissingPartsIsRefusedInWords() throws IOException {
        try (ReplicaGroup group = ReplicaGroup.single(directory);
                Socket socket = connect(group.leader().member().raft())) {
            byte[] empty = HostileBytes.object(ENVELOPE);
            socket.getOutputStream().write(HostileBytes.request(1, ENVELOPE, 1, empty));
            Reply reply = Reply.read(socket);
            assertThat(reply.status()).isZero();
            assertThat(new String(reply.content(), StandardCharsets.UTF_8)).contains("this is cluster");

            byte[] noIntent = HostileBytes.inField(ENVELOPE, new byte[] {'N'});
            byte[] ours = HostileBytes.concat(
                    HostileBytes.definition(ENVELOPE, "clusterId", "intent"),
                    new byte[] {'o', (byte) 0x90},
                    HostileBytes.concat(
                            new byte[] {'S', 0, 36},
                            group.leader().config().cluster().toString().getBytes(StandardCharsets.US_ASCII)),
                    new byte[] {'N'});
            socket.getOutputStream().write(HostileBytes.request(2, ENVELOPE, 1, noIntent));
            assertThat(new String(Reply.read(socket).content(), StandardCharsets.UTF_8))
                    .contains("this is cluster");
            socket.getOutputStream().write(HostileBytes.request(3, ENVELOPE, 1, ours));
            assertThat(new String(Reply.read(socket).content(), StandardCharsets.UTF_8))
                    .contains("missing");
        }
    }

    @Test
    void repliesThatNameForeignClassesAreRefused() throws IOException {
        try (ReplicaGroup group = ReplicaGroup.single(directory);
                RogueServer rogue = new RogueServer()) {
            Replica node = group.leader();
            Member liar = new Member(
                    new NodeId("liar"), new HostPort("127.0.0.1", 1), new HostPort("127.0.0.1", rogue.port()));
            Intent intent = new Intent.Direct(Brokers.register("b"));
            for (Map.Entry<String, byte[]> hostile :
                    HostileBytes.bringingToLife(GADGET).entrySet()) {
                for (String declared : List.of(
                        "java.util.HashMap",
                        GADGET,
                        ForwardReply.class.getName(),
                        RpcServerException.class.getName())) {
                    for (int status : new int[] {0, 1, 2, 3, 5, 7, 8, 17}) {
                        rogue.answerWith(status, declared, hostile.getValue());
                        Outcome word =
                                Replica.word(node.replication().forwarder().forward(liar, intent, TIMEOUT));
                        assertThat(word)
                                .as("%s as %s with status %d", hostile.getKey(), declared, status)
                                .matches(it -> it instanceof Outcome.Unknown || it instanceof Outcome.Overloaded);
                    }
                }
            }
            rogue.answerWith(0, "java.util.HashMap", HostileBytes.object(GADGET));
            assertThat(node.replication()
                            .forwarder()
                            .report(liar, new SignsOfLife(node.member().id(), List.of()), TIMEOUT)
                            .toCompletableFuture()
                            .join())
                    .isEqualTo(ReportReply.NOT_ACCEPTED);
            assertThat(GadgetLog.touches("Gadget")).isZero();
        }
    }

    @Test
    void aFrameOfAbsurdLengthEndsTheConnectionAndNothingElse() throws IOException {
        try (ReplicaGroup group = ReplicaGroup.single(directory);
                Socket socket = connect(group.leader().member().raft())) {
            byte[] frame = HostileBytes.request(1, ENVELOPE, 1, new byte[16]);
            ByteBuffer.wrap(frame).putInt(18, 1_500_000_000);
            socket.getOutputStream().write(frame);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(group.leader().propose(Brokers.register("after"))).isInstanceOf(Outcome.Applied.class);
        }
    }

    @Test
    void theNodeListensOnItsOwnAddressAlone() throws IOException {
        try (ReplicaGroup group = ReplicaGroup.single(directory)) {
            HostPort raft = group.leader().member().raft();
            InetAddress another = InetAddress.getByAddress(new byte[] {127, 0, 0, 2}); // also this machine's, on Linux
            assertThatThrownBy(() -> new Socket(another, raft.port()).close()).isInstanceOf(ConnectException.class);
            connect(raft).close();
        }
    }

    private static Socket connect(HostPort address) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.port());
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        return socket;
    }

    /** A response of bolt's first protocol. */
    private record Reply(int id, int status, EncodedBody body) {
        static Reply read(Socket socket) throws IOException {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(20));
            in.readNBytes(header.getShort(12));
            in.readNBytes(header.getShort(14));
            return new Reply(
                    header.getInt(5), header.getShort(10), EncodedBody.owning(in.readNBytes(header.getInt(16))));
        }

        byte[] content() {
            return body.toByteArray();
        }
    }

    /** Takes any connection, and gives every request the same answer. */
    private static final class RogueServer implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final AtomicReference<Answer> answer = new AtomicReference<>();
        private final Thread thread = new Thread(this::serve, "rogue");

        private record Answer(int status, String className, EncodedBody content) {}

        RogueServer() throws IOException {
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return server.getLocalPort();
        }

        void answerWith(int status, String className, byte[] content) {
            answer.set(new Answer(status, className, EncodedBody.owning(content)));
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    while (true) {
                        int protocol = in.readByte();
                        ByteBuffer header = ByteBuffer.wrap(in.readNBytes(protocol == 1 ? 21 : 23));
                        int fixed = protocol == 1 ? 13 : 15;
                        in.readNBytes(header.getShort(fixed));
                        in.readNBytes(header.getShort(fixed + 2));
                        in.readNBytes(header.getInt(fixed + 4));
                        Answer now = answer.get();
                        socket.getOutputStream()
                                .write(HostileBytes.response(
                                        header.getInt(protocol == 1 ? 4 : 5),
                                        now.status(),
                                        now.className(),
                                        now.content().toByteArray()));
                    }
                } catch (IOException ended) {
                    // the connection or the server was closed; the loop looks which
                }
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
