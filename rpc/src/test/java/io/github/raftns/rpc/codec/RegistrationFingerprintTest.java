package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationFingerprintTest {
    private static final String STAMP = "1796072919028";

    @Test
    void sameBodyWithAnotherStampIsTheSame() {
        for (String stamp : List.of("1", "1796072949028", "99999999999999999999")) {
            assertThat(of(CapturedRegistration.BODY.replace(STAMP, stamp))).isEqualTo(of(CapturedRegistration.BODY));
        }
    }

    @Test
    void orderOfTheThreeMembersDoesNotMatterForLeavingTheStampOut() {
        String turned = CapturedRegistration.BODY.replace(
                "{\"counter\":0,\"stateVersion\":0,\"timestamp\":" + STAMP + "}",
                "{\"timestamp\":" + STAMP + ",\"counter\":0,\"stateVersion\":0}");

        assertThat(turned).isNotEqualTo(CapturedRegistration.BODY);
        assertThat(of(turned.replace(STAMP, "5"))).isEqualTo(of(turned));
    }

    @Test
    void everyOtherChangeOfOneByteDiffers() {
        byte[] body = CapturedRegistration.BODY.getBytes(StandardCharsets.UTF_8);
        RegistrationFingerprint original = of(body);
        int stampStart = CapturedRegistration.BODY.indexOf(STAMP);
        for (int at = 0; at < body.length; at++) {
            boolean inStamp = at >= stampStart && at < stampStart + STAMP.length();
            byte kept = body[at];
            for (int value : new int[] {0, '0', '9', '"', '}', 'x', kept ^ 1, kept ^ 0x20}) {
                body[at] = (byte) value;
                boolean digit = value >= '0' && value <= '9';
                boolean same = value == (kept & 0xFF) || (inStamp && digit);
                assertThat(of(body).equals(original))
                        .as("byte %d as %d", at, value)
                        .isEqualTo(same);
            }
            body[at] = kept;
        }
    }

    @Test
    void stampOfTheDataVersionIsNotLeftOut() {
        assertThat(of(CapturedRegistration.BODY.replace("1796072919020", "1796072919021")))
                .isNotEqualTo(of(CapturedRegistration.BODY));
    }

    @Test
    void topicNamedLikeTheStampedMemberIsCoveredWhole() {
        String body = CapturedRegistration.BODY.replace("LabTopic", "mappingDataVersion");

        assertThat(of(body.replace("\"perm\":6", "\"perm\":4"))).isNotEqualTo(of(body));
        assertThat(of(body.replace(STAMP, "5"))).isEqualTo(of(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"counter\":0,\"stateVersion\":0,\"timestamp\":5,\"perm\":6}",
                "{\"counter\":0,\"timestamp\":5}",
                "{\"counter\":0,\"counter\":0,\"timestamp\":5}",
                "{\"counter\":0,\"stateVersion\":0,\"timestamp\":-5}",
                "{\"counter\":0,\"stateVersion\":0,\"timestamp\":\"5\"}",
                "{\"counter\":0,\"stateVersion\":0, \"timestamp\":5}",
                "{\"timestamp\":5}",
                "{\"counter\":0,\"stateVersion\":0,\"timestamp\":5"
            })
    void anythingButTheExactShapeIsCoveredWhole(String shape) {
        String body = "{\"mappingDataVersion\":" + shape;

        assertThat(of(body.replace("5", "6"))).isNotEqualTo(of(body));
    }

    @Test
    void stampTextInsideAStringIsCoveredWhole() {
        String text = "\\\"mappingDataVersion\\\":{\\\"counter\\\":0,\\\"stateVersion\\\":0,\\\"timestamp\\\":5}";
        String body = CapturedRegistration.BODY.replace("\"topicName\":\"LabTopic\"", "\"topicName\":\"" + text + "\"");

        assertThat(of(body.replace(":5}", ":6}"))).isNotEqualTo(of(body));
    }

    @Test
    void checksumOfTheBodyDoesNotCount() {
        assertThat(of(request(broker("c", "b", 0, "a"), "h", 1, ActingMaster.ENABLED, "z", false, 17, "{}")))
                .isEqualTo(of(request(broker("c", "b", 0, "a"), "h", 1, ActingMaster.ENABLED, "z", false, 18, "{}")));
    }

    @Test
    void everyHeaderFieldCounts() {
        BrokerIdentity broker = broker("c", "b", 0, "a");
        Set<RegistrationFingerprint> all = new HashSet<>();
        all.add(of(request(broker, "h", 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker("d", "b", 0, "a"), "h", 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker("c", "d", 0, "a"), "h", 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker("c", "b", 1, "a"), "h", 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker("c", "b", 0, "d"), "h", 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker, null, 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker, "", 1, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker, "h", 2, ActingMaster.ENABLED, "z", false, 0, "{}")));
        all.add(of(request(broker, "h", 1, ActingMaster.UNSAID, "z", false, 0, "{}")));
        all.add(of(request(broker, "h", 1, ActingMaster.DISABLED, "z", false, 0, "{}")));
        all.add(of(request(broker, "h", 1, ActingMaster.ENABLED, null, false, 0, "{}")));
        all.add(of(request(broker, "h", 1, ActingMaster.ENABLED, "z", true, 0, "{}")));
        all.add(of(request(broker, "h", 1, ActingMaster.ENABLED, "z", false, 0, "")));
        all.add(RegistrationFingerprint.of(request(broker, "h", 1, ActingMaster.ENABLED, "z", false, 0, "{}"), 407));

        assertThat(all).hasSize(14);
    }

    @Test
    void compressedBodyIsCoveredWholeAndItsPositionIsLeftAlone() {
        ByteBuffer body = ByteBuffer.allocateDirect(64);
        body.put(("x" + "\"mappingDataVersion\":{\"counter\":0").getBytes(StandardCharsets.UTF_8))
                .flip();
        RegisterBrokerRequest request = new RegisterBrokerRequest(
                broker("c", "b", 0, "a"), null, 0, ActingMaster.UNSAID, null, false, 0, body.asReadOnlyBuffer());

        RegistrationFingerprint first = RegistrationFingerprint.of(request, 479);
        assertThat(RegistrationFingerprint.of(request, 479)).isEqualTo(first);
        assertThat(request.body().position()).isZero();
        body.put(0, (byte) 'y');
        assertThat(RegistrationFingerprint.of(request, 479)).isNotEqualTo(first);
    }

    private static RegistrationFingerprint of(String body) {
        return of(body.getBytes(StandardCharsets.UTF_8));
    }

    private static RegistrationFingerprint of(byte[] body) {
        return of(new RegisterBrokerRequest(
                broker("c", "b", 0, "a"), null, 0, ActingMaster.UNSAID, null, false, 0, ByteBuffer.wrap(body)));
    }

    private static RegistrationFingerprint of(RegisterBrokerRequest request) {
        return RegistrationFingerprint.of(request, 479);
    }

    private static BrokerIdentity broker(String cluster, String name, long id, String address) {
        return new BrokerIdentity(
                new ClusterName(cluster), new BrokerName(name), new BrokerId(id), new BrokerAddress(address));
    }

    private static RegisterBrokerRequest request(
            BrokerIdentity broker,
            String ha,
            long timeout,
            ActingMaster acting,
            String zone,
            boolean compressed,
            int crc,
            String body) {
        return new RegisterBrokerRequest(
                broker, ha, timeout, acting, zone, compressed, crc, CapturedRegistration.bytes(body));
    }
}
