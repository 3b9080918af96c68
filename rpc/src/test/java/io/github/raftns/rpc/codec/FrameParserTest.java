package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.testing.RawFrame;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameParserTest {
    /** Request 105 for topic TA, version 479, opaque 7, as a real encoder writes it; without the length field. */
    private static final String GOLDEN_BINARY = "01000022" + "0069" + "00" + "01df" + "00000007" + "00000000"
            + "00000000" + "0000000d" + "0005" + "746f706963" + "00000002" + "5441";

    private final FrameParser parser = new FrameParser(FrameLimits.defaults());

    @Test
    void goldenBinaryRequestIsReadFieldByField() throws FrameException {
        Frame frame = parse(ByteBufUtil.decodeHexDump(GOLDEN_BINARY));

        assertThat(frame.header().form()).isEqualTo(HeaderForm.BINARY);
        assertThat(frame.header().code()).isEqualTo(105);
        assertThat(frame.header().version()).isEqualTo(479);
        assertThat(frame.header().opaque()).isEqualTo(7);
        assertThat(frame.header().flags()).isZero();
        assertThat(frame.header().remark()).isNull();
        assertThat(frame.body().readableBytes()).isZero();
        assertThat(RequestDecoder.request(frame)).isEqualTo(new LookupRouteRequest(new TopicName("TA"), true, null));
    }

    @Test
    void goldenBinaryResponseIsRead() throws FrameException {
        Frame frame = parse(ByteBufUtil.decodeHexDump("01000029" + "0000" + "00" + "0197" + "0000004e" + "00000001"
                + "00000000" + "00000014" + "0005" + hex("value") + "00000009" + hex("b1:4;b2:4")));

        assertThat(frame.header().isResponse()).isTrue();
        assertThat(frame.header().opaque()).isEqualTo(78);
        assertThat(frame.header().extFields().toMap()).containsOnlyKeys("value").containsValue("b1:4;b2:4");
    }

    @Test
    void capturedJsonRegistrationIsRead() throws FrameException {
        Frame frame = CapturedRegistration.frame(CapturedRegistration.HEADER, CapturedRegistration.BODY);

        assertThat(frame.header().code()).isEqualTo(103);
        assertThat(frame.header().opaque()).isEqualTo(38);
        assertThat(frame.header().extFields().get("brokerName")).isEqualTo("b533");
        assertThat(frame.body().toString(StandardCharsets.UTF_8)).isEqualTo(CapturedRegistration.BODY);
    }

    @Test
    void jsonHeaderMayHoldUnknownMembersBareNamesAndValuesOfEveryKind() throws FrameException {
        Frame frame = json("{code:105,'opaque':\"-3\",\"suspended\":{\"a\":[1,{}]},\"language\":\"COBOL\",\"flag\":2,"
                + "\"extFields\":{\"n\":12,\"b\":true,\"x\":null,\"o\":{\"k\":1},\"topic\":\"T\",\"topic\":\"last\"}}");

        assertThat(frame.header().code()).isEqualTo(105);
        assertThat(frame.header().opaque()).isEqualTo(-3);
        assertThat(frame.header().isOneway()).isTrue();
        assertThat(frame.header().extFields().get("n")).isEqualTo("12");
        assertThat(frame.header().extFields().get("b")).isEqualTo("true");
        assertThat(frame.header().extFields().get("x")).isNull();
        assertThat(frame.header().extFields().get("o")).isNull();
        assertThat(frame.header().extFields().get("topic")).isEqualTo("last");
    }

    @Test
    void jsonHeaderWithoutExtFieldsHasNone() throws FrameException {
        assertThat(json("{\"code\":106}").header().extFields().toMap()).isEmpty();
        assertThat(json("{\"code\":106,\"extFields\":null}")
                        .header()
                        .extFields()
                        .toMap())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "7",
                "null",
                "{\"code\":105",
                "{\"code\":105}x",
                "{\"code\":105} {}",
                "{\"code\":4294967296}",
                "{\"code\":1.5}",
                "{\"opaque\":\"seven\"}",
                "{\"extFields\":[]}",
                "{\"extFields\":{\"a\":\"b\"}",
                "{\"code\":}"
            })
    void jsonHeaderThatIsNoHeaderIsABadFrame(String header) {
        assertThatThrownBy(() -> json(header))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("header");
    }

    @Test
    void deeplyNestedJsonIsABadFrame() {
        String deep = "{\"x\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";

        assertThatThrownBy(() -> json(deep)).isInstanceOf(FrameException.class).hasMessageContaining("nesting");
    }

    @Test
    void moreExtFieldsThanAllowedAreABadFrame() {
        StringBuilder fields = new StringBuilder("{\"code\":105,\"extFields\":{\"a0\":\"\"");
        for (int i = 1; i <= 256; i++) {
            fields.append(",\"a").append(i).append("\":\"\"");
        }

        assertThatThrownBy(() -> json(fields.append("}}").toString()))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("256 ext-fields");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // header length over the frame
                "01000023006900" + "01df" + "00000007" + "00000000" + "00000000" + "00000000",
                // ext-field length beyond and short of the header's end
                "01000015006900" + "01df" + "00000007" + "00000000" + "00000000" + "0000000d",
                "01000017006900" + "01df" + "00000007" + "00000000" + "00000000" + "00000000" + "0000",
                // negative and too long lengths: remark, name, value
                "01000015006900" + "01df" + "00000007" + "00000000" + "ffffffff" + "00000000",
                "01000015006900" + "01df" + "00000007" + "00000000" + "7fffffff" + "00000000",
                "01000017006900" + "01df" + "00000007" + "00000000" + "00000000" + "00000002" + "8001",
                "0100001a006900" + "01df" + "00000007" + "00000000" + "00000000" + "00000005" + "000161" + "0000",
                "0100001c006900" + "01df" + "00000007" + "00000000" + "00000000" + "00000007" + "000161" + "80000000",
                // too short for the fixed part
                "01000003" + "006900",
                "01000000"
            })
    void binaryHeaderWithLyingLengthsIsABadFrame(String hex) {
        assertThatThrownBy(() -> parse(ByteBufUtil.decodeHexDump(hex))).isInstanceOf(FrameException.class);
    }

    @Test
    void brokenUtf8InABinaryHeaderIsABadFrameAndTheReplacementCharacterItselfIsNot() throws FrameException {
        String head = "006900" + "01df" + "00000007" + "00000000" + "00000000";
        assertThatThrownBy(() -> parse(ByteBufUtil.decodeHexDump(
                        "01000022" + head + "0000000d" + "0005746f706963" + "00000002" + "c328")))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("not UTF-8");

        Frame frame = parse(
                ByteBufUtil.decodeHexDump("01000023" + head + "0000000e" + "0005746f706963" + "00000003" + "efbfbd"));
        assertThat(frame.header().extFields().get("topic")).isEqualTo("\uFFFD");
    }

    @Test
    void headerTypesOtherThanTheTwoAreABadFrame() {
        assertThatThrownBy(() -> parse(new RawFrame(2, new byte[] {'{', '}'}, new byte[0]).bytesAfterLength()))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("header type 2");
    }

    @Test
    void frameLengthsOutsideTheLimitsAreBad() {
        for (int length : new int[] {Integer.MIN_VALUE, -1, 0, 3, (16 << 20) + 1, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> parser.checkLength(length)).isInstanceOf(FrameException.class);
        }
    }

    @Test
    void headersOverTheirOwnLimitAreBadThoughTheFrameIsNot() {
        assertThatThrownBy(() -> parser.checkHead((64 << 10) + 1, 16 << 20))
                .isInstanceOf(FrameException.class)
                .hasMessageContaining("65536");
    }

    private Frame json(String header) throws FrameException {
        return parse(RawFrame.json(header).bytesAfterLength());
    }

    private Frame parse(byte[] frame) throws FrameException {
        return parser.parse(Unpooled.wrappedBuffer(frame));
    }

    private static String hex(String text) {
        return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.UTF_8));
    }
}
