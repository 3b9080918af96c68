package io.github.raftns.namesrv.command;

import io.github.raftns.namesrv.wire.OutcomeWire;
import io.github.raftns.rpc.model.LogIndex;
import java.nio.ByteBuffer;

/** Outcomes as the bytes the leader answers to a forwarded intent. Called by replication; stateless, any thread. */
public final class OutcomeCodec {
    /** The format this release reads and writes. */
    public static final int FORMAT = 1;

    private OutcomeCodec() {}

    /** @throws CommandFormatException when a text holds half a surrogate pair */
    public static byte[] encode(Outcome outcome) {
        OutcomeWire.OutcomeEnvelope.Builder envelope =
                OutcomeWire.OutcomeEnvelope.newBuilder().setFormat(FORMAT);
        if (outcome instanceof Outcome.Applied applied) {
            envelope.setApplied(OutcomeWire.Applied.newBuilder()
                    .setIndex(applied.index().value())
                    .setCount(applied.count()));
        } else if (outcome instanceof Outcome.Unchanged unchanged) {
            envelope.setUnchanged(OutcomeWire.Unchanged.newBuilder()
                    .setIndex(unchanged.index().value()));
        } else if (outcome instanceof Outcome.Refused refused) {
            envelope.setRefused(OutcomeWire.Refused.newBuilder()
                    .setReason(refused.reason().number())
                    .setDetail(StrictWire.text(refused.detail())));
        } else if (outcome instanceof Outcome.NotLeader notLeader) {
            envelope.setNotLeader(OutcomeWire.NotLeader.newBuilder().setLeader(StrictWire.text(notLeader.leader())));
        } else if (outcome instanceof Outcome.Overloaded overloaded) {
            envelope.setOverloaded(OutcomeWire.Overloaded.newBuilder().setWhat(StrictWire.text(overloaded.what())));
        } else {
            // the last of the sealed family: a new one would fail this cast in the first test that meets it
            envelope.setUnknown(
                    OutcomeWire.Unknown.newBuilder().setWhy(StrictWire.text(((Outcome.Unknown) outcome).why())));
        }
        return envelope.build().toByteArray();
    }

    /**
     * Reads all remaining bytes; the buffer's position is left as it is.
     *
     * @throws CommandFormatException when they are not exactly one outcome of this format
     */
    public static Outcome decode(ByteBuffer bytes) {
        OutcomeWire.OutcomeEnvelope envelope = StrictWire.parse(OutcomeWire.OutcomeEnvelope.parser(), bytes, "outcome");
        try {
            return fromWire(envelope);
        } catch (IllegalArgumentException outOfRange) {
            throw new CommandFormatException(
                    "outcome holds an impossible value: " + outOfRange.getMessage(), outOfRange);
        }
    }

    private static Outcome fromWire(OutcomeWire.OutcomeEnvelope envelope) {
        StrictWire.format(envelope.hasFormat(), envelope.getFormat(), FORMAT, "OutcomeEnvelope");
        StrictWire.known(envelope);
        return switch (envelope.getOutcomeCase()) {
            case APPLIED -> fromWire(envelope.getApplied());
            case UNCHANGED -> fromWire(envelope.getUnchanged());
            case REFUSED -> fromWire(envelope.getRefused());
            case NOT_LEADER -> fromWire(envelope.getNotLeader());
            case OVERLOADED -> fromWire(envelope.getOverloaded());
            case UNKNOWN -> fromWire(envelope.getUnknown());
            case OUTCOME_NOT_SET -> throw new CommandFormatException("OutcomeEnvelope holds no outcome");
        };
    }

    private static Outcome fromWire(OutcomeWire.Applied wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasIndex(), "Applied.index");
        StrictWire.present(wire.hasCount(), "Applied.count");
        return new Outcome.Applied(new LogIndex(wire.getIndex()), wire.getCount());
    }

    private static Outcome fromWire(OutcomeWire.Unchanged wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasIndex(), "Unchanged.index");
        return new Outcome.Unchanged(new LogIndex(wire.getIndex()));
    }

    private static Outcome fromWire(OutcomeWire.Refused wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasReason(), "Refused.reason");
        StrictWire.present(wire.hasDetail(), "Refused.detail");
        return new Outcome.Refused(Refusal.of(wire.getReason()), wire.getDetail());
    }

    private static Outcome fromWire(OutcomeWire.NotLeader wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasLeader(), "NotLeader.leader");
        return new Outcome.NotLeader(wire.getLeader());
    }

    private static Outcome fromWire(OutcomeWire.Overloaded wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasWhat(), "Overloaded.what");
        return new Outcome.Overloaded(wire.getWhat());
    }

    private static Outcome fromWire(OutcomeWire.Unknown wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasWhy(), "Unknown.why");
        return new Outcome.Unknown(wire.getWhy());
    }
}
