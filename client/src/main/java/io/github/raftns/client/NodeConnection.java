package io.github.raftns.client;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.github.raftns.rpc.client.RpcConnection;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.Marker;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.wire.BrokerTable;
import io.github.raftns.rpc.wire.BucketReply;
import io.github.raftns.rpc.wire.BucketRequest;
import io.github.raftns.rpc.wire.DigestReply;
import io.github.raftns.rpc.wire.DigestRequest;
import io.github.raftns.rpc.wire.MarkReply;
import io.github.raftns.rpc.wire.NodeStatus;
import io.github.raftns.rpc.wire.RecountReply;
import io.github.raftns.rpc.wire.RecountRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One connection to one node, with a typed method a question. Every future ends within the client's timeout (recounts: within
 * {@link #RECOUNT_PATIENCE} times as much); one that fails does so with {@link CallFailed}. Nothing is retried here. Any
 * thread.
 */
public final class NodeConnection implements AutoCloseable {
    /** A recount reads every row. */
    public static final int RECOUNT_PATIENCE = 10;

    private final HostPort address;
    private final RpcConnection connection;
    private final Duration timeout;

    NodeConnection(HostPort address, RpcConnection connection, Duration timeout) {
        this.address = address;
        this.connection = connection;
        this.timeout = timeout;
    }

    public HostPort address() {
        return address;
    }

    /** What the node is and how far it is. */
    public CompletableFuture<NodeStatus> status() {
        return ask(RequestCode.NODE_STATUS, EncodedBody.EMPTY, timeout, NodeStatus.parser());
    }

    /** The digest of the state after the entry of this index, if the node keeps it. */
    public CompletableFuture<DigestReply> digestAt(long index) {
        DigestRequest request = DigestRequest.newBuilder().setIndex(index).build();
        return ask(RequestCode.DIGEST_AT, body(request), timeout, DigestReply.parser());
    }

    /** Every broker; leases are known to the leader alone. */
    public CompletableFuture<BrokerTable> brokers() {
        return ask(RequestCode.BROKER_TABLE, EncodedBody.EMPTY, timeout, BrokerTable.parser());
    }

    /** Writes a mark into the log; each node keeps its state at that index for a while. */
    public CompletableFuture<MarkReply> mark() {
        return ask(RequestCode.MARK_STATE, EncodedBody.EMPTY, timeout, MarkReply.parser());
    }

    /** Counts the state at a mark anew, from the rows and from the view. */
    public CompletableFuture<RecountReply> recount(long index) {
        RecountRequest request = RecountRequest.newBuilder().setIndex(index).build();
        return ask(RequestCode.RECOUNT, body(request), timeout.multipliedBy(RECOUNT_PATIENCE), RecountReply.parser());
    }

    /** The rows of one bucket at a mark. */
    public CompletableFuture<BucketReply> bucket(long index, int bucket) {
        BucketRequest request =
                BucketRequest.newBuilder().setIndex(index).setBucket(bucket).build();
        return ask(
                RequestCode.RECOUNT_BUCKET,
                body(request),
                timeout.multipliedBy(RECOUNT_PATIENCE),
                BucketReply.parser());
    }

    /** The route of a topic as standard JSON, byte for byte as the node sent it; empty when it knows no such topic. */
    public CompletableFuture<Optional<EncodedBody>> route(String topic) {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("topic", topic);
        fields.put("acceptStandardJsonOnly", "true");
        return send(RequestCode.LOOKUP_ROUTE, fields, EncodedBody.EMPTY, timeout, response -> {
            if (response.code() == ResponseCode.TOPIC_NOT_EXIST) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            return response.isSuccess()
                    ? CompletableFuture.completedFuture(Optional.of(response.body()))
                    : CompletableFuture.failedFuture(refused(response));
        });
    }

    /** The names of all topics, as the JSON that the node sent. */
    public CompletableFuture<EncodedBody> topics() {
        return raw(RequestCode.ALL_TOPICS);
    }

    /** All clusters and brokers, as the node sent them; the keys of {@code brokerAddrs} may be bare numbers. */
    public CompletableFuture<EncodedBody> clusterInfo() {
        return raw(RequestCode.CLUSTER_INFO);
    }

    @Override
    public void close() {
        connection.close();
    }

    private CompletableFuture<EncodedBody> raw(int code) {
        return send(
                code,
                new TreeMap<>(),
                EncodedBody.EMPTY,
                timeout,
                response -> response.isSuccess()
                        ? CompletableFuture.completedFuture(response.body())
                        : CompletableFuture.failedFuture(refused(response)));
    }

    private <T extends MessageLite> CompletableFuture<T> ask(
            int code, EncodedBody body, Duration within, Parser<T> parser) {
        return send(code, new TreeMap<>(), body, within, response -> {
            if (!response.isSuccess()) {
                return CompletableFuture.failedFuture(refused(response));
            }
            try {
                return CompletableFuture.completedFuture(
                        parser.parseFrom(response.body().buffer()));
            } catch (InvalidProtocolBufferException unreadable) {
                return CompletableFuture.failedFuture(
                        new CallFailed("its answer to request " + code + " cannot be read", unreadable));
            }
        });
    }

    private <T> CompletableFuture<T> send(
            int code,
            SortedMap<String, String> fields,
            EncodedBody body,
            Duration within,
            Function<IncomingResponse, CompletableFuture<T>> reading) {
        fields.put(Marker.REQUEST, "1");
        return connection
                .send(OutgoingRequest.of(code, fields, body), within)
                .exceptionallyCompose(fault -> CompletableFuture.failedFuture(CallFailed.of(fault, within)))
                .thenCompose(reading);
    }

    private static CallFailed refused(IncomingResponse response) {
        if (response.code() == ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
            return new CallFailed("it does not know this request: not a raftns node, or an older one");
        }
        String remark = response.remark() == null ? "" : ": " + firstLine(response.remark());
        return new CallFailed("it answers code " + response.code() + remark);
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }

    private static EncodedBody body(MessageLite message) {
        return EncodedBody.owning(message.toByteArray());
    }
}
