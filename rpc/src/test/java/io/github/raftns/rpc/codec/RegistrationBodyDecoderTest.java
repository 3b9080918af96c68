package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.rpc.model.TopicTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationBodyDecoderTest {
    private static final int V4 = 407;
    private static final int V5 = 479;
    private static final String VERSION_JSON = "{\"counter\":1,\"stateVersion\":0,\"timestamp\":1000}";
    private static final String MAPPING_JSON =
            "{\"bname\":\"b1\",\"currIdMap\":{0:0,\"1\":3},\"dirty\":false,\"epoch\":7,"
                    + "\"scope\":\"__global__\",\"topic\":\"T\",\"totalQueues\":4}";

    private final RegistrationBodyDecoder decoder = new RegistrationBodyDecoder(BodyLimits.defaults());

    @Test
    void capturedBodyOf533IsDecodedAndItsChecksumHolds() throws BodyException {
        TopicTable table = decoder.decode(
                CapturedRegistration.bytes(CapturedRegistration.BODY), false, V5, crc(CapturedRegistration.BODY));

        assertThat(table)
                .isEqualTo(new TopicTable(
                        new DataVersion(0, 1796072919020L, 1),
                        List.of(topic("LabTopic", 4, 4, 6, 0)),
                        FilterServers.of(List.of())));
    }

    @Test
    void checksumThatDoesNotMatchIsItsOwnFailure() {
        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(CapturedRegistration.bytes(CapturedRegistration.BODY), false, V5, 1))
                .satisfies(problem -> assertThat(problem.kind()).isEqualTo(BodyException.Kind.CHECKSUM))
                .withMessageContaining("crc32 not match");
    }

    @Test
    void absentBodyIsAnEmptyTable() throws BodyException {
        assertThat(decoder.decode(ByteBuffer.allocate(0), false, V5, 0)).isEqualTo(TopicTable.EMPTY);
    }

    @Test
    void bodyOf49HasNoMappingsNoStateVersionAndMayLeaveNumbersToTheirDefaults() throws BodyException {
        TopicTable table = json(
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"key\":{\"topicName\":\"T\",\"order\":true}},"
                        + "\"dataVersion\":{\"counter\":2,\"timestamp\":9}},\"filterServerList\":[\"f:1\",\"f:2\"]}",
                V4);

        assertThat(table)
                .isEqualTo(new TopicTable(
                        new DataVersion(0, 9, 2),
                        List.of(topic("T", 16, 16, 6, 0)),
                        FilterServers.of(List.of("f:1", "f:2"))));
    }

    @Test
    void before3011TheBodyIsTheWrapperAlone() throws BodyException {
        String wrapper =
                "{\"dataVersion\":{\"counter\":2,\"timestamp\":9},\"topicConfigTable\":{\"T\":{\"topicName\":\"T\"}}}";

        assertThat(json(wrapper, 36).topics()).hasSize(1);
        assertThat(json(wrapper, 37)).isEqualTo(TopicTable.EMPTY);
    }

    @Test
    void numbersInQuotesAndNullsAreReadAsStockReadsThem() throws BodyException {
        TopicTable table = json(
                "{\"filterServerList\":null,\"topicConfigSerializeWrapper\":{\"dataVersion\":null,\"topicConfigTable\":{"
                        + "\"T\":{\"topicName\":\"T\",\"perm\":\"4\",\"readQueueNums\":null},\"U\":null},"
                        + "\"topicQueueMappingInfoMap\":null,\"unknown\":[{\"a\":[]}]}}",
                V5);

        assertThat(table)
                .isEqualTo(
                        new TopicTable(DataVersion.INITIAL, List.of(topic("T", 16, 16, 4, 0)), FilterServers.UNSAID));
    }

    @Test
    void mappingGoesToTheTopicOfItsNameAndAnOrphanedOneIsDropped() throws BodyException {
        TopicTable table = json(
                "{\"topicConfigSerializeWrapper\":{\"topicQueueMappingInfoMap\":{\"T\":" + MAPPING_JSON + ",\"X\":"
                        + MAPPING_JSON.replace("\"T\"", "\"X\"")
                        + "},\"topicConfigTable\":{\"T\":{\"topicName\":\"T\"},"
                        + "\"U\":{\"topicName\":\"U\"}}}}",
                V5);

        assertThat(table.topics())
                .extracting(ReportedTopic::mapping)
                .containsExactly(
                        new TopicMapping(
                                new TopicName("T"),
                                new BrokerName("b1"),
                                "__global__",
                                4,
                                7,
                                false,
                                new TreeMap<>(Map.of(0, 0, 1, 3))),
                        null);
    }

    @Test
    void topicSaidTwiceHasWhatWasSaidLast() throws BodyException {
        TopicTable table = json(
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"a\":{\"topicName\":\"T\",\"perm\":2},"
                        + "\"b\":{\"topicName\":\"T\",\"perm\":4}}}}",
                V5);

        assertThat(table.topics()).containsExactly(topic("T", 16, 16, 4, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "[]",
                "{",
                "{} {}",
                "{}]",
                "{\"topicConfigSerializeWrapper\":[]}",
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"T\":{}}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"T\":{\"topicName\":\" \"}}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"T\":7}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"T\":{\"topicName\":\"T\",\"perm\":\"six\"}}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"T\":{\"topicName\":\"T\",\"perm\":2147483648}}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"T\":{\"topicName\":{}}}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicQueueMappingInfoMap\":{\"T\":{\"topic\":\"T\"}}}}",
                "{\"topicConfigSerializeWrapper\":{\"topicQueueMappingInfoMap\":{\"T\":{\"bname\":\"b\",\"currIdMap\":{\"x\":0}}}}}",
                "{\"topicConfigSerializeWrapper\":{\"dataVersion\":{\"counter\":[1]}}}",
                "{\"filterServerList\":[{}]}",
                "{\"filterServerList\":[\"\\ud800\"]}",
                "{\"topicConfigSerializeWrapper\":{\"topicQueueMappingInfoMap\":{\"T\":{\"topic\":\"T\",\"bname\":\"b\",\"scope\":\"\\udc00\"}}}}",
                "{'filterServerList':[]}"
            })
    void bodyThatIsNoneIsMalformed(String body) {
        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> json(body, V5))
                .satisfies(problem -> assertThat(problem.kind()).isEqualTo(BodyException.Kind.MALFORMED));
    }

    @Test
    void brokenUtf8IsMalformed() {
        byte[] body =
                CapturedRegistration.BODY.replace("LabTopic", "Lab\u00e9opic").getBytes(StandardCharsets.ISO_8859_1);

        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(ByteBuffer.wrap(body), false, V5, 0));
    }

    @Test
    void compressedBodiesOfBothLayoutsAreDecoded() throws BodyException {
        List<String> topics = List.of("T 4 8 6 SINGLE_TAG", "U 1 2 4 MULTI_TAG {\"+a\":\"b c\"}");
        byte[] four = CapturedRegistration.compressed(VERSION_JSON, topics, "[\"f:1\"]", null);
        byte[] five = CapturedRegistration.compressed(VERSION_JSON, topics, "[]", List.of(MAPPING_JSON));

        assertThat(decoder.decode(ByteBuffer.wrap(four), true, V4, 0))
                .isEqualTo(new TopicTable(
                        new DataVersion(0, 1000, 1),
                        List.of(topic("T", 4, 8, 6, 0), topic("U", 1, 2, 4, 0)),
                        FilterServers.of(List.of("f:1"))));
        TopicTable table = decoder.decode(ByteBuffer.wrap(five), true, V5, 0);
        assertThat(table.topics().get(0).mapping().logicalToPhysical()).isEqualTo(Map.of(0, 0, 1, 3));
        assertThat(table.topics().get(1).mapping()).isNull();
    }

    @Test
    void compressedBodyIsRecognisedThoughTheHeaderSaysOtherwise() throws BodyException {
        byte[] body = CapturedRegistration.compressed(VERSION_JSON, List.of("T 4 8 6 SINGLE_TAG"), "[]", List.of());

        assertThat(decoder.decode(ByteBuffer.wrap(body), false, V5, 0).topics()).hasSize(1);
        assertThat(decoder.decode(ByteBuffer.wrap(body).asReadOnlyBuffer(), false, V5, 0)
                        .topics())
                .hasSize(1);
        ByteBuffer direct = ByteBuffer.allocateDirect(body.length + 2);
        direct.position(2).put(body).flip().position(2);
        assertThat(decoder.decode(direct, false, V5, 0).topics()).hasSize(1);
        assertThat(direct.position()).isEqualTo(2);
    }

    @Test
    void compressedLayoutMustFitTheVersion() {
        byte[] four = CapturedRegistration.compressed(VERSION_JSON, List.of(), "[]", null);
        byte[] five = CapturedRegistration.compressed(VERSION_JSON, List.of(), "[]", List.of());

        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(ByteBuffer.wrap(four), true, V5, 0))
                .withMessageContaining("mapping count");
        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(ByteBuffer.wrap(five), true, V4, 0))
                .withMessageContaining("follow the last record");
    }

    @Test
    void bytesAfterTheZlibStreamAreRefused() {
        byte[] body = CapturedRegistration.compressed(VERSION_JSON, List.of(), "[]", List.of());
        byte[] longer = Arrays.copyOf(body, body.length + 1);

        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(ByteBuffer.wrap(longer), true, V5, 0))
                .withMessageContaining("follow the zlib stream");
    }

    @Test
    void compressedRecordsWithLyingCountsAreMalformed() {
        for (int length : new int[] {-1, 5, Integer.MAX_VALUE}) {
            ByteBuffer records = ByteBuffer.allocate(6)
                    .putInt(length)
                    .put((byte) '{')
                    .put((byte) '}')
                    .flip();

            assertThatExceptionOfType(BodyException.class)
                    .isThrownBy(() -> decoder.decode(ByteBuffer.wrap(deflated(records.array())), true, V5, 0));
        }
        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(
                        ByteBuffer.wrap(
                                CapturedRegistration.compressed(VERSION_JSON, List.of("T 4 8"), "[]", List.of())),
                        true,
                        V5,
                        0))
                .withMessageContaining("topic record");
    }

    @Test
    void bombIsRefusedAtTheLimitWithoutMemory() throws IOException {
        // 1 GiB of blanks inside, about 1 MiB outside
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(ByteBuffer.allocate(4).putInt(1 << 20).array());
            byte[] blanks = new byte[1 << 20];
            Arrays.fill(blanks, (byte) ' ');
            blanks[0] = '{';
            blanks[1] = '}';
            out.write(blanks);
            out.write(ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array());
            for (int i = 0; i < 1024; i++) {
                out.write(ByteBuffer.allocate(4).putInt(18).array());
                out.write("T 4 8 6 SINGLE_TAG".getBytes(StandardCharsets.UTF_8));
            }
            for (int i = 0; i < 1023; i++) {
                out.write(ByteBuffer.allocate(4).putInt(1 << 20).array());
                blanks[0] = 'T';
                out.write(blanks);
            }
        }
        RegistrationBodyDecoder small = new RegistrationBodyDecoder(new BodyLimits(8 << 20, 1000, 1000, 10));

        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> small.decode(ByteBuffer.wrap(bytes.toByteArray()), true, V5, 0));
        long allocated =
                Allocation.duringFailureOf(() -> small.decode(ByteBuffer.wrap(bytes.toByteArray()), true, V5, 0));
        assertThat(allocated).isLessThan(64L << 20);
    }

    @Test
    void brokenUtf8InACompressedTopicRecordIsMalformed() {
        byte[] version = VERSION_JSON.getBytes(StandardCharsets.UTF_8);
        byte[] record = "T? 4 8 6 SINGLE_TAG".getBytes(StandardCharsets.UTF_8);
        record[1] = (byte) 0xC3;
        ByteBuffer records = ByteBuffer.allocate(4 + version.length + 4 + 4 + record.length)
                .putInt(version.length)
                .put(version)
                .putInt(1)
                .putInt(record.length)
                .put(record)
                .flip();

        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> decoder.decode(ByteBuffer.wrap(deflated(records.array())), true, V5, 0))
                .withMessageContaining("not UTF-8");
    }

    @Test
    void countsOverTheirLimitsAreRefused() {
        RegistrationBodyDecoder small = new RegistrationBodyDecoder(new BodyLimits(1 << 20, 2, 2, 2));
        String three = "{\"topicName\":\"A\"},\"2\":{\"topicName\":\"B\"},\"3\":{\"topicName\":\"C\"}";
        for (String body : List.of(
                "{\"topicConfigSerializeWrapper\":{\"topicConfigTable\":{\"1\":" + three + "}}}",
                "{\"filterServerList\":[\"a\",\"b\",\"c\"]}",
                "{\"topicConfigSerializeWrapper\":{\"topicQueueMappingInfoMap\":{\"T\":{\"currIdMap\":{0:0,1:1,2:2}}}}}")) {
            assertThatExceptionOfType(BodyException.class)
                    .isThrownBy(() -> small.decode(CapturedRegistration.bytes(body), false, V5, 0))
                    .satisfies(problem -> assertThat(problem.kind()).isEqualTo(BodyException.Kind.TOO_LARGE));
        }
    }

    @Test
    void sixtyThousandTopicsAreDecoded() throws BodyException {
        StringBuilder body = new StringBuilder(
                "{\"topicConfigSerializeWrapper\":{\"dataVersion\":{\"counter\":1},\"topicConfigTable\":{");
        for (int i = 0; i < 60_000; i++) {
            body.append(i == 0 ? "" : ",")
                    .append("\"topic-")
                    .append(i)
                    .append("\":{\"attributes\":{},\"order\":false,");
            body.append("\"perm\":6,\"readQueueNums\":8,\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"topic-");
            body.append(i).append("\",\"topicSysFlag\":0,\"writeQueueNums\":8}");
        }

        TopicTable table = json(body.append("}}}").toString(), V5);

        assertThat(table.topics()).hasSize(60_000);
        assertThat(table.topics().get(0)).isEqualTo(topic("topic-0", 8, 8, 6, 0));
    }

    private TopicTable json(String body, int version) throws BodyException {
        return decoder.decode(CapturedRegistration.bytes(body), false, version, 0);
    }

    private static ReportedTopic topic(String name, int read, int write, int permission, int flags) {
        return new ReportedTopic(
                new TopicConfig(new TopicName(name), read, write, new Permission(permission), flags), null);
    }

    private static int crc(String body) {
        CRC32 crc = new CRC32();
        crc.update(CapturedRegistration.bytes(body));
        return (int) (crc.getValue() & 0x7FFF_FFFF);
    }

    private static byte[] deflated(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }
}
