package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.remoting.exception.CodecException;
import com.alipay.remoting.rpc.exception.RpcServerException;
import com.alipay.remoting.serialization.HessianSerializer;
import com.alipay.remoting.serialization.Serializer;
import com.alipay.remoting.serialization.SerializerManager;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may travel in bolt's Hessian slot, and that nothing else does. */
class EnvelopeSerializerTest {
    private static final String GADGET = HostileBytes.PACKAGE + "Gadget";
    private static final String ENVELOPE = ForwardRequest.class.getName();

    @BeforeAll
    static void install() {
        EnvelopeSerializer.install();
        EnvelopeSerializer.install();
    }

    private static Serializer serializer() {
        return SerializerManager.getSerializer(SerializerManager.Hessian2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 255, 256, 32_767, 32_768, 32_769, 100_000, 1_000_000})
    void anIntentOfAnyLengthComesBackAsItWas(int length) throws CodecException {
        byte[] intent = new byte[length];
        new Random(length).nextBytes(intent);
        byte[] bytes = serializer().serialize(new ForwardRequest("cluster-1", intent));
        ForwardRequest back = serializer().deserialize(bytes, ENVELOPE);

        assertThat(back.clusterId()).isEqualTo("cluster-1");
        assertThat(back.intent()).isEqualTo(intent);
    }

    @Test
    void eachEnvelopeComesBackAsItWas() throws CodecException {
        ForwardReply reply = returned(ForwardReply.of(new byte[] {1, 2, 3}));
        assertThat(reply.refusal()).isEmpty();
        assertThat(reply.outcome()).containsExactly(1, 2, 3);
        assertThat(EnvelopeSerializerTest.<ForwardReply>returned(ForwardReply.refused("warum? дa"))
                        .refusal())
                .isEqualTo("warum? дa");
        SignsRequest signs = returned(new SignsRequest("c", new byte[] {4}));
        assertThat(signs.clusterId()).isEqualTo("c");
        assertThat(signs.signs()).containsExactly(4);
        SignsReply noted = returned(SignsReply.of(new byte[] {5}));
        assertThat(noted.refusal()).isEmpty();
        assertThat(noted.reply()).containsExactly(5);
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // as the serializer's own
    private static <T> T returned(Object envelope) throws CodecException {
        return serializer()
                .deserialize(
                        serializer().serialize(envelope), envelope.getClass().getName());
    }

    @Test
    void anErrorTravelsAsTextAlone() throws CodecException {
        RpcServerException error = new RpcServerException("no processor", new IllegalStateException("inner"));
        byte[] bytes = serializer().serialize(error);
        Object back = serializer().deserialize(bytes, RpcServerException.class.getName());

        assertThat(back).isInstanceOf(RemoteFailure.class);
        assertThat(((RemoteFailure) back).getMessage())
                .contains("RpcServerException")
                .contains("no processor");
        assertThat(refusal(bytes, ForwardReply.class.getName())).contains("a text in place of");
        assertThat(serializer().serialize(new IllegalStateException("x".repeat(10_000))))
                .hasSizeLessThan(1_000);
    }

    @Test
    void nothingButEnvelopesIsSent() {
        assertThatThrownBy(() -> serializer().serialize(new HashMap<>(Map.of("a", "b"))))
                .isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> serializer().serialize("text")).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> serializer().serialize(null)).isInstanceOf(CodecException.class);
    }

    /** What the receiver of a reply is told. */
    private static String refusal(byte[] reply, String declared) {
        try {
            Object made = serializer().deserialize(reply, declared);
            assertThat(made).isInstanceOf(RemoteFailure.class);
            return ((RemoteFailure) made).getMessage();
        } catch (CodecException thrown) {
            throw new AssertionError("whoever waits for the reply would wait for ever", thrown);
        }
    }

    static Stream<String> hostileKinds() {
        return HostileBytes.bringingToLife(GADGET).keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("hostileKinds")
    void aForeignClassIsRefusedBeforeItIsLoaded(String kind) {
        byte[] hostile = HostileBytes.bringingToLife(GADGET).get(kind);
        for (String declared : new String[] {GADGET, "java.util.HashMap", ForwardReply.class.getName()}) {
            assertThat(refusal(hostile, declared)).contains("refused");
        }
        assertThatThrownBy(() -> serializer().deserialize(hostile, ENVELOPE))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("refused");
        assertThatThrownBy(() -> serializer().deserialize(HostileBytes.inField(ENVELOPE, hostile), ENVELOPE))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("refused");
        assertThat(GadgetLog.touches("Gadget")).isZero();
    }

    /** Without this, the test above could pass for want of working bytes. */
    @ParameterizedTest
    @MethodSource("hostileKinds")
    void theSameBytesWorkOnAnUnguardedHessian(String kind) throws CodecException {
        int before = GadgetLog.touches("ControlGadget");
        byte[] hostile = HostileBytes.bringingToLife(HostileBytes.PACKAGE + "ControlGadget")
                .get(kind);
        Object made = new HessianSerializer().deserialize(hostile, "whatever");
        assertThat(made).isNotNull();
        assertThat(GadgetLog.touches("ControlGadget")).isGreaterThan(before);
    }

    @Test
    void theFactoryAloneRefusesForeignClassesToo() {
        EnvelopeFactory factory = new EnvelopeFactory();
        for (String name :
                new String[] {GADGET, "java.util.HashMap", "[int", "[object", "int", "", "java.lang.Class"}) {
            assertThatThrownBy(() -> factory.getDeserializer(name))
                    .isInstanceOf(com.caucho.hessian.io.HessianProtocolException.class);
            assertThatThrownBy(() -> factory.getObjectDeserializer(name, null))
                    .isInstanceOf(com.caucho.hessian.io.HessianProtocolException.class);
        }
        assertThatThrownBy(() -> factory.getDeserializer(HashMap.class))
                .isInstanceOf(com.caucho.hessian.io.HessianProtocolException.class);
        assertThatThrownBy(() -> factory.getSerializer(RuntimeException.class))
                .isInstanceOf(com.caucho.hessian.io.HessianProtocolException.class);
        assertThat(GadgetLog.touches("Gadget")).isZero();
    }

    @Test
    void anAbsurdFieldCountIsRefused() {
        byte[] name = ENVELOPE.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] hostile = HostileBytes.concat(
                new byte[] {'O', (byte) (0xc8 + (name.length >> 8)), (byte) name.length},
                name,
                new byte[] {'I', 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff});
        assertThatThrownBy(() -> serializer().deserialize(hostile, ENVELOPE))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("field count");
    }

    @Test
    void cutBytesAndTrailingBytesAreRefused() throws CodecException {
        byte[] whole = serializer().serialize(new ForwardRequest("cluster", new byte[40_000]));
        for (int length = 0; length < whole.length; length += length < 200 ? 1 : 997) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> serializer().deserialize(cut, ENVELOPE)).isInstanceOf(CodecException.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> serializer().deserialize(longer, ENVELOPE)).isInstanceOf(CodecException.class);
    }

    @Test
    void randomBytesNeverDoMoreThanFail() throws CodecException {
        Random random = new Random(7);
        byte[] whole = serializer().serialize(new ForwardRequest("cluster", new byte[100]));
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = whole.clone();
            for (int j = 0; j <= i % 4; j++) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
            }
            try {
                Object envelope = serializer().deserialize(mutated, ENVELOPE);
                assertThat(envelope).isInstanceOf(ForwardRequest.class);
            } catch (CodecException refused) {
                assertThat(refused).isNotNull();
            }
        }
    }
}
