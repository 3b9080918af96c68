package io.github.raftns.namesrv.replication;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.HessianProtocolException;
import com.caucho.hessian.io.Serializer;
import com.caucho.hessian.io.SerializerFactory;

/**
 * A Hessian factory that knows the {@link Envelopes} and the byte array they carry, and refuses every other class by name, before
 * it is loaded: collections, arrays, throwables and remote objects too. The second lock behind {@link EnvelopeGrammar}. Any
 * thread.
 */
final class EnvelopeFactory extends SerializerFactory {
    @Override
    @SuppressWarnings("rawtypes") // Hessian's signatures are
    public Serializer getSerializer(Class type) throws HessianProtocolException {
        checkAllowed(type);
        return super.getSerializer(type);
    }

    @Override
    @SuppressWarnings("rawtypes") // Hessian's signatures are
    public Deserializer getDeserializer(Class type) throws HessianProtocolException {
        checkAllowed(type);
        return super.getDeserializer(type);
    }

    @Override
    public Deserializer getDeserializer(String type) throws HessianProtocolException {
        Class<?> envelope = Envelopes.named(type).orElse(null);
        if (envelope == null) {
            throw refused(type);
        }
        return super.getDeserializer(envelope);
    }

    @Override
    public Object readList(AbstractHessianInput in, int length, String type) throws HessianProtocolException {
        throw refused("list of " + type);
    }

    @Override
    public Object readMap(AbstractHessianInput in, String type) throws HessianProtocolException {
        throw refused("map of " + type);
    }

    private static void checkAllowed(Class<?> type) throws HessianProtocolException {
        if (type != byte[].class && !Envelopes.contains(type)) {
            throw refused(type.getName());
        }
    }

    private static HessianProtocolException refused(String type) {
        return new HessianProtocolException("refused class " + type + " in a message between nodes");
    }
}
