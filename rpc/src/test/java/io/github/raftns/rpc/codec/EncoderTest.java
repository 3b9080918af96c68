package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.FrameworkReplies;
import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.IncomingResponse;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.OutgoingRequest;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.testing.RawFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EncoderTest {
    @Test
    void jsonReplyHasTheCapturedBytes() {
        ByteBuf frame = encode(HeaderForm.JSON, 38, Response.ok(new TreeMap<>(), EncodedBody.EMPTY));

        assertThat(bytes(frame))
                .isEqualTo(RawFrame.json("{\"code\":0,\"extFields\":{},\"flag\":1,\"language\":\"JAVA\",\"opaque\":38,"
                                + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":493}")
                        .bytes());
    }

    @Test
    void jsonReplyKeepsMembersAndFieldsInAlphabeticalOrderAndEscapes() {
        Response response = new Response(
                1,
                "a\"b\\c\n\t\u0001é\ud83d\ude00/",
                new TreeMap<>(Map.of("masterAddr", "m", "haServerAddr", "h")),
                EncodedBody.utf8("B"));

        assertThat(bytes(encode(HeaderForm.JSON, -5, response)))
                .isEqualTo(RawFrame.json(
                                "{\"code\":1,\"extFields\":{\"haServerAddr\":\"h\",\"masterAddr\":\"m\"},\"flag\":1,"
                                        + "\"language\":\"JAVA\",\"opaque\":-5,\"remark\":\"a\\\"b\\\\c\\n\\t\\u0001é\ud83d\ude00/\","
                                        + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":493}",
                                "B")
                        .bytes());
    }

    @Test
    void plainSuccessOnTheFastPathHasTheBytesOfTheOrdinaryOne() {
        for (int opaque : new int[] {0, 7, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            OutgoingHeader header = new OutgoingHeader(HeaderForm.JSON, 0, opaque, 1, null, null);
            ByteBuf ordinary =
                    FrameWriter.write(UnpooledByteBufAllocator.DEFAULT, header, EncodedBody.utf8("{\"topicList\":[]}"));

            assertThat(bytes(encode(HeaderForm.JSON, opaque, Response.ok(EncodedBody.utf8("{\"topicList\":[]}")))))
                    .isEqualTo(bytes(ordinary));
        }
    }

    @Test
    void binaryReplyHasTheGoldenBytes() {
        Response response = Response.ok(new TreeMap<>(Map.of("value", "b1:4;b2:4")), EncodedBody.EMPTY);

        assertThat(ByteBufUtil.hexDump(encode(HeaderForm.BINARY, 78, response)))
                .isEqualTo("0000002d" + "01000029" + "0000" + "00" + "01ed" + "0000004e" + "00000001" + "00000000"
                        + "00000014" + "0005" + "76616c7565" + "00000009" + "62313a343b62323a34");
    }

    @Test
    void binaryRequestHasTheGoldenBytes() {
        OutgoingRequest request = OutgoingRequest.of(105, new TreeMap<>(Map.of("topic", "TA")));

        assertThat(ByteBufUtil.hexDump(
                        RequestEncoder.encode(UnpooledByteBufAllocator.DEFAULT, HeaderForm.BINARY, request, 7)))
                .isEqualTo("00000026" + "01000022" + "0069" + "00" + "01ed" + "00000007" + "00000000" + "00000000"
                        + "0000000d" + "0005" + "746f706963" + "00000002" + "5441");
    }

    @Test
    void unsupportedIsAnsweredInTheWordsOfStock() {
        assertThat(FrameworkReplies.notSupported(20001).remark()).isEqualTo(" request type 20001 not supported");
        assertThat(FrameworkReplies.notSupported(20001).code()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(HeaderForm.class)
    void responsesComeBackAsTheyWere(HeaderForm form) throws FrameException {
        SortedMap<String, String> fields = new TreeMap<>(Map.of("a", "1", "ü", "\"x\\"));
        Response response = new Response(17, "no\nroute", fields, EncodedBody.utf8("body"));

        Frame frame = parse(encode(form, 99, response));

        assertThat(frame.header().form()).isEqualTo(form);
        assertThat(frame.header().opaque()).isEqualTo(99);
        assertThat(ResponseDecoder.response(frame))
                .isEqualTo(new IncomingResponse(17, "no\nroute", fields, EncodedBody.utf8("body")));
    }

    @ParameterizedTest
    @EnumSource(HeaderForm.class)
    void requestsComeBackAsTheyWere(HeaderForm form) throws FrameException {
        OutgoingRequest request = OutgoingRequest.of(105, new TreeMap<>(Map.of("topic", "Tü", "raftns", "1")))
                .asOneway();

        Frame frame = parse(RequestEncoder.encode(UnpooledByteBufAllocator.DEFAULT, form, request, -8));

        assertThat(RequestDecoder.request(frame)).isEqualTo(new LookupRouteRequest(new TopicName("Tü"), true, null));
        assertThat(RequestDecoder.header(frame.header()))
                .isEqualTo(new RequestHeader(105, OutgoingHeader.VERSION, -8, true, form, true));
    }

    @ParameterizedTest
    @EnumSource(HeaderForm.class)
    void textThatUtf8CannotHoldIsReplacedAndNotAFault(HeaderForm form) throws FrameException {
        Frame frame = parse(encode(form, 1, Response.error(17, "topic \ud800 unknown")));

        assertThat(ResponseDecoder.response(frame).remark()).isEqualTo("topic ? unknown");
    }

    @Test
    void dataVersionIsWrittenInTheFormOf5x() throws BodyException {
        EncodedBody body = DataVersionBody.encode(new DataVersion(3, 1796072919020L, 12));

        assertThat(body).isEqualTo(EncodedBody.utf8("{\"counter\":12,\"stateVersion\":3,\"timestamp\":1796072919020}"));
        assertThat(DataVersionBody.decode(body.buffer())).isEqualTo(new DataVersion(3, 1796072919020L, 12));
    }

    private static ByteBuf encode(HeaderForm form, int opaque, Response response) {
        RequestHeader request = new RequestHeader(105, 479, opaque, false, form, false);
        return ResponseEncoder.encode(UnpooledByteBufAllocator.DEFAULT, request, response);
    }

    private static byte[] bytes(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame);
    }

    private static Frame parse(ByteBuf frame) throws FrameException {
        return new FrameParser(FrameLimits.defaults()).parse(frame.skipBytes(4));
    }
}
