package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.ClusterInfoRequest;
import io.github.raftns.rpc.message.HeartbeatRequest;
import io.github.raftns.rpc.message.InvalidRequest;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.MemberGroupRequest;
import io.github.raftns.rpc.message.NativeRequest;
import io.github.raftns.rpc.message.QueryDataVersionRequest;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.Request;
import io.github.raftns.rpc.message.TopicListRequest;
import io.github.raftns.rpc.message.UnregisterBrokerRequest;
import io.github.raftns.rpc.message.UnsupportedRequest;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.EncodedBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestDecoderTest {
    private static final String BROKER =
            "\"brokerName\":\"b1\",\"brokerAddr\":\"10.0.0.1:10911\",\"clusterName\":\"CL\",\"brokerId\":\"2\"";
    private static final BrokerIdentity IDENTITY = new BrokerIdentity(
            new ClusterName("CL"), new BrokerName("b1"), new BrokerId(2), new BrokerAddress("10.0.0.1:10911"));

    @Test
    void capturedRegistrationIsDecodedWithAReadOnlyViewOfItsBody() throws FrameException {
        Frame frame = CapturedRegistration.frame(CapturedRegistration.HEADER, CapturedRegistration.BODY);

        RegisterBrokerRequest request = (RegisterBrokerRequest) RequestDecoder.request(frame);

        assertThat(request.broker())
                .isEqualTo(new BrokerIdentity(
                        new ClusterName("LabCluster"),
                        new BrokerName("b533"),
                        BrokerId.MASTER,
                        new BrokerAddress("127.0.0.1:20911")));
        assertThat(request.haServerAddress()).isEqualTo("192.0.2.2:20912");
        assertThat(request.heartbeatTimeoutMillis()).isZero();
        assertThat(request.actingMaster()).isEqualTo(ActingMaster.DISABLED);
        assertThat(request.zone()).isNull();
        assertThat(request.compressed()).isFalse();
        assertThat(request.bodyCrc32()).isEqualTo(7354210);
        assertThat(request.body().isReadOnly()).isTrue();
        assertThat(request.body()).isEqualTo(CapturedRegistration.bytes(CapturedRegistration.BODY));
        // a view, not a copy: it shows what happens to the receive buffer
        frame.body().setByte(frame.body().readerIndex(), '#');
        assertThat(request.body().get(0)).isEqualTo((byte) '#');
    }

    @Test
    void registrationTakesItsOptionalFields() throws FrameException {
        RegisterBrokerRequest request = (RegisterBrokerRequest) decode(
                103,
                "{" + BROKER
                        + ",\"heartbeatTimeoutMillis\":\"10000\",\"enableActingMaster\":\"TRUE\",\"__ZONE_NAME\":\"z1\","
                        + "\"compressed\":\"true\"}",
                "");

        assertThat(request.heartbeatTimeoutMillis()).isEqualTo(10_000);
        assertThat(request.actingMaster()).isEqualTo(ActingMaster.ENABLED);
        assertThat(request.zone()).isEqualTo("z1");
        assertThat(request.compressed()).isTrue();
        assertThat(request.bodyCrc32()).isZero();
        assertThat(request.body().hasRemaining()).isFalse();
    }

    @Test
    void actingMasterOfAnOldBrokerIsUnsaid() throws FrameException {
        assertThat(((RegisterBrokerRequest) decode(103, "{" + BROKER + "}", "")).actingMaster())
                .isEqualTo(ActingMaster.UNSAID);
        assertThat(((RegisterBrokerRequest) decode(103, "{" + BROKER + ",\"enableActingMaster\":\"yes\"}", ""))
                        .actingMaster())
                .isEqualTo(ActingMaster.DISABLED);
    }

    @ParameterizedTest
    @ValueSource(ints = {103, 104, 322})
    void requestsThatNameABrokerAreInvalidWithoutAnyOfItsFields(int code) throws FrameException {
        for (String field : new String[] {"brokerName", "brokerAddr", "clusterName", "brokerId"}) {
            Request request = decode(code, "{" + BROKER.replace(field, "other") + "}", "");

            assertThat(request).isInstanceOf(InvalidRequest.class);
            assertThat(((InvalidRequest) request).code()).isEqualTo(code);
            assertThat(((InvalidRequest) request).problem()).startsWith(field).contains("missing", "expected");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "brokerId, zero",
        "brokerId, 1.0",
        "brokerId, ''",
        "heartbeatTimeoutMillis, soon",
        "heartbeatTimeoutMillis, -1",
        "bodyCrc32, 2147483648",
        "bodyCrc32, -1"
    })
    void numbersOfARegistrationThatCannotBeReadAreInvalid(String field, String value) throws FrameException {
        Request request = decode(103, "{" + BROKER + ",\"" + field + "\":\"" + value + "\"}", "");

        assertThat(request).isInstanceOf(InvalidRequest.class);
        assertThat(((InvalidRequest) request).problem()).contains(field, "expected");
    }

    @Test
    void blankAndOverlongNamesAreInvalid() throws FrameException {
        assertThat(decode(105, "{\"topic\":\"  \"}", "")).isInstanceOf(InvalidRequest.class);
        assertThat(decode(105, "{\"topic\":\"" + "t".repeat(1025) + "\"}", "")).isInstanceOf(InvalidRequest.class);
        assertThat(decode(103, "{" + BROKER + ",\"haServerAddr\":\"" + "h".repeat(1025) + "\"}", ""))
                .isInstanceOf(InvalidRequest.class);
    }

    @Test
    void goodbyeHeartbeatMemberGroupAndListsAreDecoded() throws FrameException {
        assertThat(decode(104, "{" + BROKER + "}", "")).isEqualTo(new UnregisterBrokerRequest(IDENTITY));
        assertThat(decode(904, "{" + BROKER + "}", ""))
                .isEqualTo(new HeartbeatRequest(IDENTITY.cluster(), IDENTITY.name(), IDENTITY.address()));
        assertThat(decode(901, "{" + BROKER + "}", ""))
                .isEqualTo(new MemberGroupRequest(IDENTITY.cluster(), IDENTITY.name()));
        assertThat(decode(106, "{}", "")).isEqualTo(new ClusterInfoRequest());
        assertThat(decode(206, "{}", "")).isEqualTo(new TopicListRequest());
    }

    @Test
    void heartbeatNeedsNoBrokerId() throws FrameException {
        assertThat(decode(904, "{" + BROKER.replace("brokerId", "other") + "}", ""))
                .isInstanceOf(HeartbeatRequest.class);
        assertThat(decode(904, "{" + BROKER.replace("brokerAddr", "other") + "}", ""))
                .isInstanceOf(InvalidRequest.class);
    }

    @Test
    void dataVersionQueryTakesItsBodyOrNone() throws FrameException {
        assertThat(decode(322, "{" + BROKER + "}", "{\"counter\":1,\"stateVersion\":3,\"timestamp\":1796072919020}"))
                .isEqualTo(new QueryDataVersionRequest(IDENTITY, new DataVersion(3, 1796072919020L, 1)));
        assertThat(decode(322, "{" + BROKER + "}", "{\"counter\":1,\"timestamp\":5}"))
                .isEqualTo(new QueryDataVersionRequest(IDENTITY, new DataVersion(0, 5, 1)));
        assertThat(decode(322, "{" + BROKER + "}", "")).isEqualTo(new QueryDataVersionRequest(IDENTITY, null));
        assertThat(decode(322, "{" + BROKER + "}", "{\"counter\":")).isInstanceOf(InvalidRequest.class);
        assertThat(decode(322, "{" + BROKER + "}", "  ")).isInstanceOf(InvalidRequest.class);
    }

    @Test
    void standardJsonIsForNewVersionsAndForWhoeverAsks() throws FrameException {
        assertThat(lookup(400, "{\"topic\":\"T\"}").standardJson()).isFalse();
        assertThat(lookup(401, "{\"topic\":\"T\"}").standardJson()).isTrue();
        assertThat(lookup(317, "{\"topic\":\"T\",\"acceptStandardJsonOnly\":\"True\"}")
                        .standardJson())
                .isTrue();
        assertThat(lookup(401, "{\"topic\":\"T\",\"acceptStandardJsonOnly\":\"false\"}")
                        .standardJson())
                .isTrue();
    }

    @Test
    void zoneCountsOnlyWithZoneModeAndAName() throws FrameException {
        assertThat(lookup(479, "{\"topic\":\"T\",\"__ZONE_MODE\":\"true\",\"__ZONE_NAME\":\"z1\"}")
                        .zone())
                .isEqualTo("z1");
        assertThat(lookup(479, "{\"topic\":\"T\",\"__ZONE_MODE\":\"1\",\"__ZONE_NAME\":\"z1\"}")
                        .zone())
                .isNull();
        assertThat(lookup(479, "{\"topic\":\"T\",\"__ZONE_MODE\":\"true\",\"__ZONE_NAME\":\" \"}")
                        .zone())
                .isNull();
        assertThat(lookup(479, "{\"topic\":\"T\",\"__ZONE_NAME\":\"z1\"}").zone())
                .isNull();
    }

    @Test
    void nativeCodesAreKnownOneByOneAndOthersAreUnsupported() throws FrameException {
        assertThat(decode(29001, "{}", "abc")).isEqualTo(new NativeRequest(29001, EncodedBody.utf8("abc")));
        assertThat(decode(29006, "{}", "")).isEqualTo(new NativeRequest(29006, EncodedBody.EMPTY));
        assertThat(decode(29007, "{}", "")).isEqualTo(new UnsupportedRequest(29007));
        assertThat(decode(20001, "{}", "")).isEqualTo(new UnsupportedRequest(20001));
        assertThat(decode(-1, "{}", "")).isEqualTo(new UnsupportedRequest(-1));
    }

    @Test
    void headerTellsOnewayAndMarker() throws FrameException {
        Frame frame = CapturedRegistration.frame(
                "{\"code\":105,\"flag\":2,\"opaque\":-9,\"version\":317,\"extFields\":{\"raftns\":\"1\"}}", "");

        assertThat(RequestDecoder.header(frame.header()).oneway()).isTrue();
        assertThat(RequestDecoder.header(frame.header()).marked()).isTrue();
        assertThat(RequestDecoder.header(frame.header()).opaque()).isEqualTo(-9);
        assertThat(RequestDecoder.header(frame.header()).version()).isEqualTo(317);
    }

    private static LookupRouteRequest lookup(int version, String fields) throws FrameException {
        return (LookupRouteRequest) RequestDecoder.request(CapturedRegistration.frame(
                "{\"code\":105,\"version\":" + version + ",\"extFields\":" + fields + "}", ""));
    }

    private static Request decode(int code, String fields, String body) throws FrameException {
        return RequestDecoder.request(CapturedRegistration.frame(
                "{\"code\":" + code + ",\"version\":479,\"extFields\":" + fields + "}", body));
    }
}
