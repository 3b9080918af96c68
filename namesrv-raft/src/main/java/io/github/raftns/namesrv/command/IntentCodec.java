package io.github.raftns.namesrv.command;

import io.github.raftns.namesrv.wire.IntentWire;
import java.nio.ByteBuffer;

/** Intents as the bytes a node forwards to the leader. Called by replication; stateless, any thread. */
public final class IntentCodec {
    /** The format this release reads and writes. */
    public static final int FORMAT = 1;

    private IntentCodec() {}

    /** @throws CommandFormatException when a text holds half a surrogate pair */
    public static byte[] encode(Intent intent) {
        IntentWire.IntentEnvelope.Builder envelope =
                IntentWire.IntentEnvelope.newBuilder().setFormat(FORMAT);
        if (intent instanceof Intent.Register register) {
            envelope.setRegister(RegistrationCodec.toWire(register.registration()));
        } else {
            envelope.setDirect(CommandCodec.toWire(((Intent.Direct) intent).command()));
        }
        return envelope.build().toByteArray();
    }

    /**
     * Reads all remaining bytes; the buffer's position is left as it is.
     *
     * @throws CommandFormatException when they are not exactly one intent of this format
     */
    public static Intent decode(ByteBuffer bytes) {
        IntentWire.IntentEnvelope envelope = StrictWire.parse(IntentWire.IntentEnvelope.parser(), bytes, "intent");
        try {
            return fromWire(envelope);
        } catch (IllegalArgumentException outOfRange) {
            throw new CommandFormatException(
                    "intent holds an impossible value: " + outOfRange.getMessage(), outOfRange);
        }
    }

    private static Intent fromWire(IntentWire.IntentEnvelope envelope) {
        StrictWire.format(envelope.hasFormat(), envelope.getFormat(), FORMAT, "IntentEnvelope");
        StrictWire.known(envelope);
        return switch (envelope.getIntentCase()) {
            case REGISTER -> new Intent.Register(RegistrationCodec.fromWire(envelope.getRegister()));
            case DIRECT -> new Intent.Direct(CommandCodec.fromWire(envelope.getDirect()));
            case INTENT_NOT_SET -> throw new CommandFormatException("IntentEnvelope holds no intent");
        };
    }
}
