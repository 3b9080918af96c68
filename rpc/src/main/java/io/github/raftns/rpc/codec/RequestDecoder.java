package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.ClusterInfoRequest;
import io.github.raftns.rpc.message.HeartbeatRequest;
import io.github.raftns.rpc.message.InvalidRequest;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.Marker;
import io.github.raftns.rpc.message.MemberGroupRequest;
import io.github.raftns.rpc.message.NativeRequest;
import io.github.raftns.rpc.message.QueryDataVersionRequest;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.Request;
import io.github.raftns.rpc.message.RequestCode;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.TopicListRequest;
import io.github.raftns.rpc.message.UnregisterBrokerRequest;
import io.github.raftns.rpc.message.UnsupportedRequest;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.EncodedBody;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * A frame to a request. Total: whatever the header says, the result is a value that can be answered, never an exception.
 * Called by the server end on event loops; stateless.
 *
 * <p>Stock accepts requests without their required fields and mostly answers success; here they become
 * {@link InvalidRequest}. Booleans are lenient as stock's are; a number that cannot be read is invalid even where the
 * field is optional.
 */
public final class RequestDecoder {
    /** V4_9_4, the first version that can only read standard JSON (protocol reference 3.1). */
    private static final int STANDARD_JSON_VERSION = 401;

    private RequestDecoder() {}

    public static RequestHeader header(FrameHeader header) {
        return new RequestHeader(
                header.code(),
                header.version(),
                header.opaque(),
                header.isOneway(),
                header.form(),
                header.extFields().get(Marker.REQUEST) != null);
    }

    /** The request; one that carries a body view borrows it from the frame. */
    public static Request request(Frame frame) {
        FrameHeader header = frame.header();
        try {
            return decoded(header, new FieldReader(header.extFields()), frame.body());
        } catch (InvalidField problem) {
            return new InvalidRequest(header.code(), problem.getMessage());
        }
    }

    private static Request decoded(FrameHeader header, FieldReader fields, ByteBuf body) throws InvalidField {
        return switch (header.code()) {
            case RequestCode.LOOKUP_ROUTE -> lookup(header, fields);
            case RequestCode.REGISTER_BROKER -> registration(fields, body);
            case RequestCode.UNREGISTER_BROKER -> new UnregisterBrokerRequest(fields.broker());
            case RequestCode.CLUSTER_INFO -> new ClusterInfoRequest();
            case RequestCode.ALL_TOPICS -> new TopicListRequest();
            case RequestCode.QUERY_DATA_VERSION -> new QueryDataVersionRequest(fields.broker(), dataVersion(body));
            case RequestCode.MEMBER_GROUP -> new MemberGroupRequest(fields.cluster(), fields.brokerName());
            case RequestCode.HEARTBEAT -> new HeartbeatRequest(
                    fields.cluster(), fields.brokerName(), fields.brokerAddress());
            case RequestCode.NODE_STATUS,
                    RequestCode.DIGEST_AT,
                    RequestCode.BROKER_TABLE,
                    RequestCode.MARK_STATE,
                    RequestCode.RECOUNT,
                    RequestCode.RECOUNT_BUCKET -> new NativeRequest(
                    header.code(), EncodedBody.copyOf(body.nioBuffer()));
            default -> new UnsupportedRequest(header.code());
        };
    }

    private static LookupRouteRequest lookup(FrameHeader header, FieldReader fields) throws InvalidField {
        boolean standardJson = header.version() >= STANDARD_JSON_VERSION || fields.flag("acceptStandardJsonOnly");
        String zone = fields.flag("__ZONE_MODE") ? fields.text("__ZONE_NAME") : null;
        return new LookupRouteRequest(fields.topic(), standardJson, zone);
    }

    private static RegisterBrokerRequest registration(FieldReader fields, ByteBuf body) throws InvalidField {
        long timeoutMillis = fields.number("heartbeatTimeoutMillis", 0);
        if (timeoutMillis < 0) {
            throw new InvalidField("heartbeatTimeoutMillis is " + timeoutMillis + ", expected 0 or more");
        }
        long crc = fields.number("bodyCrc32", 0);
        if (crc < 0 || crc > Integer.MAX_VALUE) {
            throw new InvalidField("bodyCrc32 is " + crc + ", expected 0.." + Integer.MAX_VALUE);
        }
        ByteBuffer view = body.nioBuffer().asReadOnlyBuffer();
        return new RegisterBrokerRequest(
                fields.broker(),
                fields.text("haServerAddr"),
                timeoutMillis,
                actingMaster(fields),
                fields.text("__ZONE_NAME"),
                fields.flag("compressed"),
                (int) crc,
                view);
    }

    private static ActingMaster actingMaster(FieldReader fields) {
        if (!fields.has("enableActingMaster")) {
            return ActingMaster.UNSAID;
        }
        return fields.flag("enableActingMaster") ? ActingMaster.ENABLED : ActingMaster.DISABLED;
    }

    private static DataVersion dataVersion(ByteBuf body) throws InvalidField {
        try {
            return DataVersionBody.decode(body.nioBuffer());
        } catch (BodyException problem) {
            throw new InvalidField("body: " + problem.getMessage());
        }
    }
}
