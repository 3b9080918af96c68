package io.github.raftns.client.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.NativeRequest;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.server.Call;
import io.github.raftns.rpc.server.RequestHandler;
import io.github.raftns.rpc.server.RpcServer;
import io.github.raftns.rpc.server.ServerLimits;
import io.github.raftns.rpc.transport.EventLoops;
import io.github.raftns.rpc.wire.BrokerTable;
import io.github.raftns.rpc.wire.BucketReply;
import io.github.raftns.rpc.wire.BucketRequest;
import io.github.raftns.rpc.wire.DigestReply;
import io.github.raftns.rpc.wire.DigestRequest;
import io.github.raftns.rpc.wire.MarkReply;
import io.github.raftns.rpc.wire.NodeMember;
import io.github.raftns.rpc.wire.NodeStatus;
import io.github.raftns.rpc.wire.RecountReply;
import io.github.raftns.rpc.wire.RecountRequest;
import io.github.raftns.rpc.wire.RowDigest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A node as far as {@code ns} can see one: real frames over a real socket, answers from what the test put in. Rows and view rows
 * are digests by key; buckets are counted from them by a row digest's first byte, as a real node does.
 */
final class FakeNode implements RequestHandler, AutoCloseable {
    static final long MARK = 77;

    private final EventLoops loops;
    private final RpcServer server;

    final SortedMap<Long, String> digests = new ConcurrentSkipListMap<>();
    final Map<String, String> routes = new ConcurrentHashMap<>();
    final Map<String, String> rows = new ConcurrentSkipListMap<>();
    final Map<String, String> viewRows = new ConcurrentSkipListMap<>();

    volatile NodeStatus status;
    volatile BrokerTable brokers = BrokerTable.getDefaultInstance();
    /** How often a recount is answered with "not yet". */
    volatile int recountsRefused;

    volatile boolean silent;
    volatile boolean broken;

    FakeNode(String id, int port) throws IOException {
        loops = EventLoops.start("fake-" + id, 1);
        server = RpcServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), this, ServerLimits.defaults(), loops);
        status = NodeStatus.newBuilder()
                .setClusterId("cluster-a")
                .setNodeId(id)
                .setRemotingAddress(address())
                .setRole("FOLLOWER")
                .setTerm(3)
                .setLeaderId("1")
                .setLeaderAgeMillis(12)
                .setProcessId(ProcessHandle.current().pid())
                .setVersion("test")
                .build();
        apply(10, "0123456789abcdef0123456789abcdef");
    }

    static FakeNode start(String id) throws IOException {
        return new FakeNode(id, 0);
    }

    String address() {
        return "127.0.0.1:" + server.port();
    }

    void lead() {
        status = status.toBuilder().setRole("LEADER").setLeaderAgeMillis(0).build();
    }

    void apply(long index, String digest) {
        digests.put(index, digest);
        status = status.toBuilder().setAppliedIndex(index).setDigest(digest).build();
    }

    void members(FakeNode... nodes) {
        NodeStatus.Builder builder = status.toBuilder().clearMembers();
        for (FakeNode node : nodes) {
            builder.addMembers(
                    NodeMember.newBuilder().setNodeId(node.status.getNodeId()).setRemotingAddress(node.address()));
        }
        status = builder.build();
    }

    void row(String key, String digest) {
        rows.put(key, digest);
        viewRows.put(key, digest);
    }

    @Override
    public void handle(Call call) {
        if (silent) {
            return;
        }
        call.reply(broken ? Response.error(ResponseCode.SYSTEM_ERROR, "disk on fire\nat line 1") : answer(call));
    }

    @Override
    public void close() {
        server.close();
        loops.close();
    }

    private Response answer(Call call) {
        try {
            return switch (call.header().code()) {
                case RequestCode.NODE_STATUS -> ok(status);
                case RequestCode.DIGEST_AT -> ok(
                        digestAt(DigestRequest.parseFrom(body(call)).getIndex()));
                case RequestCode.BROKER_TABLE -> ok(brokers);
                case RequestCode.MARK_STATE -> ok(
                        MarkReply.newBuilder().setIndex(MARK).build());
                case RequestCode.RECOUNT -> ok(
                        recount(RecountRequest.parseFrom(body(call)).getIndex()));
                case RequestCode.RECOUNT_BUCKET -> ok(bucket(BucketRequest.parseFrom(body(call))));
                case RequestCode.LOOKUP_ROUTE -> route((LookupRouteRequest) call.request());
                case RequestCode.ALL_TOPICS -> Response.ok(EncodedBody.utf8("{\"topicList\":[\"zeta\",\"alpha\"]}"));
                default -> Response.error(ResponseCode.REQUEST_CODE_NOT_SUPPORTED, "not supported");
            };
        } catch (InvalidProtocolBufferException unreadable) {
            return Response.error(ResponseCode.SYSTEM_ERROR, unreadable.toString());
        }
    }

    private Response route(LookupRouteRequest request) {
        String route = request.standardJson() ? routes.get(request.topic().value()) : null;
        return route == null
                ? Response.error(ResponseCode.TOPIC_NOT_EXIST, "No topic route info")
                : Response.ok(EncodedBody.utf8(route));
    }

    private DigestReply digestAt(long index) {
        DigestReply.Builder reply =
                DigestReply.newBuilder().setOldestIndex(digests.firstKey()).setNewestIndex(digests.lastKey());
        String digest = digests.get(index);
        return digest == null
                ? reply.build()
                : reply.setKnown(true).setDigest(digest).build();
    }

    private synchronized RecountReply recount(long index) {
        if (index != MARK || recountsRefused > 0) {
            recountsRefused--;
            return RecountReply.getDefaultInstance();
        }
        return RecountReply.newBuilder()
                .setKnown(true)
                .setRunningDigest(total(rows))
                .setRowsDigest(total(rows))
                .setViewDigest(total(viewRows))
                .addAllRowBuckets(buckets(rows))
                .addAllViewBuckets(buckets(viewRows))
                .build();
    }

    private BucketReply bucket(BucketRequest request) {
        BucketReply.Builder reply = BucketReply.newBuilder().setKnown(request.getIndex() == MARK);
        inBucket(rows, request.getBucket()).forEach((key, digest) -> reply.addRows(rowDigest(key, digest)));
        inBucket(viewRows, request.getBucket()).forEach((key, digest) -> reply.addViewRows(rowDigest(key, digest)));
        return reply.build();
    }

    private static RowDigest rowDigest(String key, String digest) {
        return RowDigest.newBuilder().setKey(key).setDigest(digest).build();
    }

    private static List<String> buckets(Map<String, String> rows) {
        List<String> buckets = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            buckets.add(total(inBucket(rows, i)));
        }
        return buckets;
    }

    private static Map<String, String> inBucket(Map<String, String> rows, int bucket) {
        Map<String, String> chosen = new TreeMap<>(rows);
        chosen.values().removeIf(digest -> Integer.parseInt(digest.substring(0, 2), 16) != bucket);
        return chosen;
    }

    private static String total(Map<String, String> rows) {
        return String.format("%032x", new TreeMap<>(rows).toString().hashCode() & 0xffffffffL);
    }

    private static byte[] body(Call call) {
        return ((NativeRequest) call.request()).body().toByteArray();
    }

    private static Response ok(MessageLite message) {
        return Response.ok(EncodedBody.owning(message.toByteArray()));
    }
}
