package io.github.raftns.namesrv.replication;

import com.alipay.remoting.exception.CodecException;
import com.alipay.remoting.rpc.exception.RpcServerException;
import com.alipay.remoting.serialization.Serializer;
import com.alipay.remoting.serialization.SerializerManager;
import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * Stands in bolt's Hessian slot, for the whole process. Hessian, left to itself, makes objects of whatever class the bytes name;
 * here the bytes must first pass {@link EnvelopeGrammar}, which knows four classes, and Hessian then works with a factory that
 * knows no others. An error is plain text in both directions, never an object; a reply that is refused is a failure for whoever
 * waits for it. Any thread.
 */
final class EnvelopeSerializer implements Serializer {
    /** First byte of a text; no Hessian message starts so. */
    private static final byte TEXT = 0x7f;

    private static final int TEXT_BYTES_MAX = 512;
    private static final Set<String> REQUESTS = Set.of(ForwardRequest.class.getName(), SignsRequest.class.getName());
    private static final EnvelopeSerializer INSTANCE = new EnvelopeSerializer();

    private final EnvelopeFactory factory = new EnvelopeFactory();

    private EnvelopeSerializer() {}

    /** Idempotent. Bolt asks for its serializer at each message, so this must only precede the first one. */
    static void install() {
        SerializerManager.addSerializer(SerializerManager.Hessian2, INSTANCE);
    }

    @Override
    public byte[] serialize(Object object) throws CodecException {
        if (object instanceof Throwable failure) {
            return text(failure);
        }
        if (object == null || !Envelopes.contains(object.getClass())) {
            throw new CodecException("not a message between nodes: "
                    + (object == null ? "null" : object.getClass().getName()));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Hessian2Output output = new Hessian2Output(bytes);
        output.setSerializerFactory(factory);
        try {
            output.writeObject(object);
            output.close();
        } catch (IOException broken) {
            throw new CodecException("cannot encode " + object.getClass().getSimpleName(), broken);
        }
        return bytes.toByteArray();
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the signature is bolt's
    public <T> T deserialize(byte[] data, String className) throws CodecException {
        try {
            return (T) decode(data, className);
        } catch (CodecException refused) {
            if (REQUESTS.contains(className)) {
                throw refused; // bolt answers it
            }
            // bolt would log it and forget whoever waits for the reply; PeerClient makes a failure of it
            return (T) new RemoteFailure(refused.getMessage());
        }
    }

    private Object decode(byte[] data, String className) throws CodecException {
        if (data.length > 0 && data[0] == TEXT) {
            if (!RpcServerException.class.getName().equals(className)) {
                throw new CodecException("refused a message between nodes: a text in place of " + className);
            }
            int length = Math.min(data.length - 1, TEXT_BYTES_MAX);
            return new RemoteFailure(new String(data, 1, length, StandardCharsets.UTF_8));
        }
        Class<?> type = EnvelopeGrammar.check(data);
        if (!type.getName().equals(className)) {
            throw new CodecException(
                    "refused a message between nodes: a " + type.getSimpleName() + " in place of " + className);
        }
        Hessian2Input input = new Hessian2Input(new ByteArrayInputStream(data));
        input.setSerializerFactory(factory);
        try {
            Object envelope = input.readObject(type);
            input.close();
            return envelope;
        } catch (IOException broken) {
            throw new CodecException("cannot decode " + type.getSimpleName(), broken);
        }
    }

    private static byte[] text(Throwable failure) {
        byte[] utf8 =
                (failure.getClass().getSimpleName() + ": " + failure.getMessage()).getBytes(StandardCharsets.UTF_8);
        byte[] text = Arrays.copyOf(new byte[] {TEXT}, 1 + Math.min(utf8.length, TEXT_BYTES_MAX));
        System.arraycopy(utf8, 0, text, 1, text.length - 1);
        return text;
    }
}
