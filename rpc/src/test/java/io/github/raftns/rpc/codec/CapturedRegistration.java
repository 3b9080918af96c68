package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.testing.RawFrame;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/** What a real 5.3.3 broker sent (protocol reference, appendix A), and bodies built like it. */
final class CapturedRegistration {
    static final int VERSION = 479;

    static final String HEADER = "{\"code\":103,\"extFields\":{\"brokerId\":\"0\",\"bodyCrc32\":\"7354210\","
            + "\"clusterName\":\"LabCluster\",\"brokerAddr\":\"127.0.0.1:20911\",\"enableActingMaster\":\"false\","
            + "\"haServerAddr\":\"192.0.2.2:20912\",\"compressed\":\"false\",\"brokerName\":\"b533\"},\"flag\":0,"
            + "\"language\":\"JAVA\",\"opaque\":38,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":479}";

    static final String BODY =
            "{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":{\"counter\":1,"
                    + "\"stateVersion\":0,\"timestamp\":1796072919020},\"mappingDataVersion\":{\"counter\":0,\"stateVersion\":0,"
                    + "\"timestamp\":1796072919028},\"topicConfigTable\":{\"LabTopic\":{\"attributes\":{},\"order\":false,"
                    + "\"perm\":6,\"readQueueNums\":4,\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"LabTopic\","
                    + "\"topicSysFlag\":0,\"writeQueueNums\":4}},\"topicQueueMappingDetailMap\":{},"
                    + "\"topicQueueMappingInfoMap\":{}}}";

    private CapturedRegistration() {}

    static Frame frame(String header, String body) throws FrameException {
        return new FrameParser(FrameLimits.defaults())
                .parse(Unpooled.wrappedBuffer(RawFrame.json(header, body).bytesAfterLength()));
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A body in the compressed layout. */
    static byte[] compressed(String version, List<String> topics, String filterServers, List<String> mappings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            record(out, version);
            out.writeInt(topics.size());
            for (String topic : topics) {
                record(out, topic);
            }
            record(out, filterServers);
            if (mappings != null) {
                out.writeInt(mappings.size());
                for (String mapping : mappings) {
                    record(out, mapping);
                }
            }
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    private static void record(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }
}
