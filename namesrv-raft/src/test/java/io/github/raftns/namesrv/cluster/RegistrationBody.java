package io.github.raftns.namesrv.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.DeflaterOutputStream;

/**
 * The body of one registration, in the forms in which brokers send it.
 *
 * @param counter of the data version
 * @param mappingStamp the time of day that 5.x puts into the mapping version, another at every repeat
 * @param topics in the order of the body; a broker's hash table gives them in any
 */
record RegistrationBody(Release release, long counter, long mappingStamp, boolean compressed, List<String> topics) {
    private static final long VERSION_TIMESTAMP = 1_796_072_919_020L;
    static final int QUEUES = 4;

    RegistrationBody with(List<String> others) {
        return new RegistrationBody(release, counter, mappingStamp, compressed, List.copyOf(others));
    }

    RegistrationBody stamped(long stamp) {
        return new RegistrationBody(release, counter, stamp, compressed, topics);
    }

    RegistrationBody deflated() {
        return new RegistrationBody(release, counter, mappingStamp, true, topics);
    }

    RegistrationBody reversed() {
        List<String> turned = new ArrayList<>(topics);
        Collections.reverse(turned);
        return with(turned);
    }

    byte[] bytes() {
        return compressed ? records() : json().getBytes(StandardCharsets.UTF_8);
    }

    String dataVersion() {
        return release == Release.V5_3
                ? "{\"counter\":" + counter + ",\"stateVersion\":0,\"timestamp\":" + VERSION_TIMESTAMP + "}"
                : "{\"counter\":" + counter + ",\"timestamp\":" + VERSION_TIMESTAMP + "}";
    }

    private String json() {
        String table = topics.stream()
                .map(topic -> '"' + topic + "\":" + topicJson(topic))
                .collect(Collectors.joining(",", "{", "}"));
        if (release == Release.V4_9) {
            return "{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":" + dataVersion()
                    + ",\"topicConfigTable\":" + table + "}}";
        }
        return "{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":" + dataVersion()
                + ",\"mappingDataVersion\":{\"counter\":0,\"stateVersion\":0,\"timestamp\":" + mappingStamp
                + "},\"topicConfigTable\":" + table
                + ",\"topicQueueMappingDetailMap\":{},\"topicQueueMappingInfoMap\":{}}}";
    }

    private String topicJson(String topic) {
        String attributes = release == Release.V5_3 ? "\"attributes\":{}," : "";
        return "{" + attributes + "\"order\":false,\"perm\":6,\"readQueueNums\":" + QUEUES
                + ",\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"" + topic
                + "\",\"topicSysFlag\":0,\"writeQueueNums\":" + QUEUES + "}";
    }

    /** zlib over length-prefixed records. */
    private byte[] records() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            record(out, dataVersion());
            out.writeInt(topics.size());
            for (String topic : topics) {
                record(out, topic + " " + QUEUES + " " + QUEUES + " 6 SINGLE_TAG");
            }
            record(out, "[]");
            if (release == Release.V5_3) {
                out.writeInt(0);
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
