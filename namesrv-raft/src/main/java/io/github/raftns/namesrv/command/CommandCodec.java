package io.github.raftns.namesrv.command;

import io.github.raftns.namesrv.wire.CommandWire;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import java.nio.ByteBuffer;

/**
 * Commands as the bytes of log entries: a protobuf envelope with a format number. Equal commands give equal bytes, and every
 * command that can be encoded can be decoded. Called by replication; stateless, any thread.
 */
public final class CommandCodec {
    /** The format this release reads and writes. */
    public static final int FORMAT = 1;

    private static final CommandHandler<CommandWire.CommandEnvelope> TO_WIRE = new ToWire();

    private CommandCodec() {}

    /** @throws CommandFormatException when a text holds half a surrogate pair */
    public static byte[] encode(Command command) {
        return toWire(command).toByteArray();
    }

    /**
     * Reads all remaining bytes; the buffer's position is left as it is.
     *
     * @throws CommandFormatException when they are not exactly one command of this format
     */
    public static Command decode(ByteBuffer bytes) {
        CommandWire.CommandEnvelope envelope =
                StrictWire.parse(CommandWire.CommandEnvelope.parser(), bytes, "log entry");
        try {
            return fromWire(envelope);
        } catch (IllegalArgumentException outOfRange) {
            throw new CommandFormatException(
                    "log entry holds an impossible value: " + outOfRange.getMessage(), outOfRange);
        }
    }

    static CommandWire.CommandEnvelope toWire(Command command) {
        return command.accept(TO_WIRE);
    }

    /** @throws IllegalArgumentException from the nouns themselves */
    static Command fromWire(CommandWire.CommandEnvelope envelope) {
        StrictWire.format(envelope.hasFormat(), envelope.getFormat(), FORMAT, "CommandEnvelope");
        StrictWire.known(envelope); // a kind of a later release is an unknown field here
        return switch (envelope.getCommandCase()) {
            case REGISTER_BROKER -> fromWire(envelope.getRegisterBroker());
            case UNREGISTER_BROKER -> fromWire(envelope.getUnregisterBroker());
            case EXPIRE_BROKER -> fromWire(envelope.getExpireBroker());
            case DELETE_TOPIC -> fromWire(envelope.getDeleteTopic());
            case CHANGE_PERMISSION -> fromWire(envelope.getChangePermission());
            case MARK_STATE -> fromWire(envelope.getMarkState());
            case COMMAND_NOT_SET -> throw new CommandFormatException("CommandEnvelope holds no command");
        };
    }

    private static RegisterBroker fromWire(CommandWire.RegisterBroker wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasRegistration(), "RegisterBroker.registration");
        StrictWire.present(wire.hasComplete(), "RegisterBroker.complete");
        StrictWire.present(wire.hasLeaderTimeMillis(), "RegisterBroker.leader_time_millis");
        return new RegisterBroker(
                RegistrationCodec.fromWire(wire.getRegistration()),
                wire.hasJudgedBase() ? fromWire(wire.getJudgedBase()) : null,
                wire.getComplete(),
                wire.getLeaderTimeMillis());
    }

    private static Base fromWire(CommandWire.JudgedBase wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasEpoch(), "JudgedBase.epoch");
        StrictWire.present(wire.hasRevision(), "JudgedBase.revision");
        return new Base(new Epoch(wire.getEpoch()), new LogIndex(wire.getRevision()));
    }

    private static UnregisterBroker fromWire(CommandWire.UnregisterBroker wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasBroker(), "UnregisterBroker.broker");
        StrictWire.present(wire.hasEpoch(), "UnregisterBroker.epoch");
        return new UnregisterBroker(NounCodec.fromWire(wire.getBroker()), new Epoch(wire.getEpoch()));
    }

    private static ExpireBroker fromWire(CommandWire.ExpireBroker wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasName(), "ExpireBroker.name");
        StrictWire.present(wire.hasId(), "ExpireBroker.id");
        StrictWire.present(wire.hasEpoch(), "ExpireBroker.epoch");
        StrictWire.present(wire.hasTerm(), "ExpireBroker.term");
        return new ExpireBroker(
                new BrokerKey(new BrokerName(wire.getName()), new BrokerId(wire.getId())),
                new Epoch(wire.getEpoch()),
                new Term(wire.getTerm()));
    }

    private static DeleteTopic fromWire(CommandWire.DeleteTopic wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasTopic(), "DeleteTopic.topic");
        return new DeleteTopic(
                new TopicName(wire.getTopic()), wire.hasCluster() ? new ClusterName(wire.getCluster()) : null);
    }

    private static ChangePermission fromWire(CommandWire.ChangePermission wire) {
        StrictWire.known(wire);
        StrictWire.present(wire.hasBroker(), "ChangePermission.broker");
        StrictWire.present(wire.hasWritable(), "ChangePermission.writable");
        StrictWire.present(wire.hasLeaderTimeMillis(), "ChangePermission.leader_time_millis");
        return new ChangePermission(new BrokerName(wire.getBroker()), wire.getWritable(), wire.getLeaderTimeMillis());
    }

    private static MarkState fromWire(CommandWire.MarkState wire) {
        StrictWire.known(wire);
        return new MarkState();
    }

    private static final class ToWire implements CommandHandler<CommandWire.CommandEnvelope> {
        @Override
        public CommandWire.CommandEnvelope on(RegisterBroker command) {
            CommandWire.RegisterBroker.Builder wire = CommandWire.RegisterBroker.newBuilder()
                    .setRegistration(RegistrationCodec.toWire(command.registration()))
                    .setComplete(command.complete())
                    .setLeaderTimeMillis(command.leaderTimeMillis());
            if (command.base() != null) {
                wire.setJudgedBase(CommandWire.JudgedBase.newBuilder()
                        .setEpoch(command.base().epoch().index())
                        .setRevision(command.base().revision().value()));
            }
            return envelope().setRegisterBroker(wire).build();
        }

        @Override
        public CommandWire.CommandEnvelope on(UnregisterBroker command) {
            return envelope()
                    .setUnregisterBroker(CommandWire.UnregisterBroker.newBuilder()
                            .setBroker(NounCodec.toWire(command.broker()))
                            .setEpoch(command.epoch().index()))
                    .build();
        }

        @Override
        public CommandWire.CommandEnvelope on(ExpireBroker command) {
            return envelope()
                    .setExpireBroker(CommandWire.ExpireBroker.newBuilder()
                            .setName(StrictWire.text(command.broker().name().value()))
                            .setId(command.broker().id().value())
                            .setEpoch(command.epoch().index())
                            .setTerm(command.term().number()))
                    .build();
        }

        @Override
        public CommandWire.CommandEnvelope on(DeleteTopic command) {
            CommandWire.DeleteTopic.Builder wire = CommandWire.DeleteTopic.newBuilder()
                    .setTopic(StrictWire.text(command.topic().value()));
            if (command.cluster() != null) {
                wire.setCluster(StrictWire.text(command.cluster().value()));
            }
            return envelope().setDeleteTopic(wire).build();
        }

        @Override
        public CommandWire.CommandEnvelope on(ChangePermission command) {
            return envelope()
                    .setChangePermission(CommandWire.ChangePermission.newBuilder()
                            .setBroker(StrictWire.text(command.broker().value()))
                            .setWritable(command.writable())
                            .setLeaderTimeMillis(command.leaderTimeMillis()))
                    .build();
        }

        @Override
        public CommandWire.CommandEnvelope on(MarkState command) {
            return envelope()
                    .setMarkState(CommandWire.MarkState.getDefaultInstance())
                    .build();
        }

        private static CommandWire.CommandEnvelope.Builder envelope() {
            return CommandWire.CommandEnvelope.newBuilder().setFormat(FORMAT);
        }
    }
}
