package io.github.raftns.namesrv.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.github.raftns.namesrv.wire.CommandWire;
import io.github.raftns.namesrv.wire.IntentWire;
import io.github.raftns.namesrv.wire.NounWire;
import io.github.raftns.namesrv.wire.OutcomeWire;
import io.github.raftns.rpc.model.BrokerName;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StrictDecodingTest {
    static Stream<Command> everyCommand() {
        return Golden.commands().values().stream();
    }

    @Test
    void anotherFormatIsRefusedByItsNumber() {
        byte[] later = CommandWire.CommandEnvelope.newBuilder()
                .setFormat(2)
                .setMarkState(CommandWire.MarkState.getDefaultInstance())
                .build()
                .toByteArray();

        assertThatThrownBy(() -> decode(later))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("format 2")
                .hasMessageContaining("reads and writes 1");
    }

    @Test
    void aMissingFormatIsRefused() {
        byte[] bytes = CommandWire.CommandEnvelope.newBuilder()
                .setMarkState(CommandWire.MarkState.getDefaultInstance())
                .build()
                .toByteArray();

        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("CommandEnvelope.format is missing");
    }

    @Test
    void anUnknownKindIsRefusedByItsNumber() {
        byte[] bytes = CommandWire.CommandEnvelope.newBuilder()
                .setFormat(1)
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                77,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(com.google.protobuf.ByteString.EMPTY)
                                        .build())
                        .build())
                .build()
                .toByteArray();

        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("CommandEnvelope has unknown fields [77]");
    }

    @Test
    void anEnvelopeWithoutACommandIsRefused() {
        byte[] bytes =
                CommandWire.CommandEnvelope.newBuilder().setFormat(1).build().toByteArray();

        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("holds no command");
        assertThatThrownBy(() -> decode(new byte[0])).isInstanceOf(CommandFormatException.class);
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void bytesCutAnywhereAreRefused(Command command) {
        byte[] bytes = CommandCodec.encode(command);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> decode(cut))
                    .as("%d of %d bytes of %s", length, bytes.length, command)
                    .isInstanceOf(CommandFormatException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void trailingBytesAreRefused(Command command) {
        byte[] bytes = CommandCodec.encode(command);
        byte[] zero = Arrays.copyOf(bytes, bytes.length + 1);
        byte[] formatAgain = Arrays.copyOf(bytes, bytes.length + 2);
        formatAgain[bytes.length] = 8;
        formatAgain[bytes.length + 1] = 1;

        assertThatThrownBy(() -> decode(zero)).isInstanceOf(CommandFormatException.class);
        assertThatThrownBy(() -> decode(formatAgain))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("repeated or trail");
    }

    /** Takes each field that is there away, one at a time, at every depth: what is then still read must be optional. */
    @ParameterizedTest
    @MethodSource("everyCommand")
    void everyFieldIsEitherRequiredOrMayBeAbsentByContract(Command command) throws InvalidProtocolBufferException {
        CommandWire.CommandEnvelope whole = CommandWire.CommandEnvelope.parseFrom(CommandCodec.encode(command));
        for (Mutation mutation : Mutation.eachFieldTakenAway(whole)) {
            byte[] bytes = mutation.message().toByteArray();
            if (OPTIONAL.contains(mutation.path())) {
                assertThat(decode(bytes)).as(mutation.path()).isNotEqualTo(command);
            } else {
                assertThatThrownBy(() -> decode(bytes)).as(mutation.path()).isInstanceOf(CommandFormatException.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void anUnknownFieldIsRefusedAtEveryDepth(Command command) throws InvalidProtocolBufferException {
        CommandWire.CommandEnvelope whole = CommandWire.CommandEnvelope.parseFrom(CommandCodec.encode(command));
        List<Mutation> mutations = Mutation.unknownFieldInEachMessage(whole);
        assertThat(mutations).isNotEmpty();
        for (Mutation mutation : mutations) {
            byte[] bytes = mutation.message().toByteArray();
            assertThatThrownBy(() -> decode(bytes))
                    .as(mutation.path())
                    .isInstanceOf(CommandFormatException.class)
                    .hasMessageContaining("unknown fields [9999]");
        }
    }

    @Test
    void anImpossibleValueIsRefused() {
        byte[] blankName = CommandWire.CommandEnvelope.newBuilder()
                .setFormat(1)
                .setDeleteTopic(CommandWire.DeleteTopic.newBuilder().setTopic(" "))
                .build()
                .toByteArray();

        assertThatThrownBy(() -> decode(blankName))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("topic is missing or blank");
    }

    @Test
    void anUnknownEnumerationValueIsRefused() throws InvalidProtocolBufferException {
        CommandWire.CommandEnvelope.Builder envelope =
                CommandWire.CommandEnvelope.parseFrom(CommandCodec.encode(Golden.fullRegistration())).toBuilder();
        envelope.getRegisterBrokerBuilder().getRegistrationBuilder().setActingMasterValue(9);
        byte[] bytes = envelope.build().toByteArray();

        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("acting_master");
    }

    @Test
    void topicsOutOfOrderAreRefused() throws InvalidProtocolBufferException {
        CommandWire.CommandEnvelope.Builder envelope =
                CommandWire.CommandEnvelope.parseFrom(CommandCodec.encode(Golden.fullRegistration())).toBuilder();
        NounWire.Registration.Builder registration =
                envelope.getRegisterBrokerBuilder().getRegistrationBuilder();
        NounWire.Topic first = registration.getTopics(0);
        registration.addTopics(first);
        byte[] bytes = envelope.build().toByteArray();

        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("not ascending");
    }

    @Test
    void intentsAndOutcomesOfAnotherFormatAreRefused() {
        byte[] intent =
                IntentWire.IntentEnvelope.newBuilder().setFormat(3).build().toByteArray();
        byte[] outcome =
                OutcomeWire.OutcomeEnvelope.newBuilder().setFormat(3).build().toByteArray();

        assertThatThrownBy(() -> IntentCodec.decode(ByteBuffer.wrap(intent)))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("format 3");
        assertThatThrownBy(() -> OutcomeCodec.decode(ByteBuffer.wrap(outcome)))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("format 3");
    }

    @Test
    void aRefusalThatNoReleaseKnowsIsRefused() {
        byte[] outcome = OutcomeWire.OutcomeEnvelope.newBuilder()
                .setFormat(1)
                .setRefused(OutcomeWire.Refused.newBuilder().setReason(99).setDetail(""))
                .build()
                .toByteArray();

        assertThatThrownBy(() -> OutcomeCodec.decode(ByteBuffer.wrap(outcome)))
                .isInstanceOf(CommandFormatException.class)
                .hasMessageContaining("99");
    }

    @Test
    void halfASurrogatePairIsNotWrittenAsAQuestionMark() {
        assertThatThrownBy(() -> OutcomeCodec.encode(new Outcome.Unknown("half \ud800 a pair")))
                .isInstanceOf(CommandFormatException.class);
        assertThatThrownBy(() -> new BrokerName("broker\udc00")).isInstanceOf(IllegalArgumentException.class);
    }

    private static final List<String> OPTIONAL = List.of(
            "register_broker.judged_base",
            "register_broker.registration.ha_server_address",
            "register_broker.registration.zone",
            "register_broker.registration.filter_servers",
            "register_broker.registration.filter_servers.addresses",
            "register_broker.registration.topics",
            "register_broker.registration.topics.settings.mapping",
            "register_broker.registration.topics.settings.mapping.scope",
            "delete_topic.cluster");

    private static Command decode(byte[] bytes) {
        return CommandCodec.decode(ByteBuffer.wrap(bytes));
    }

    /** A message that differs from a good one in one place. */
    private record Mutation(String path, Message message) {
        static List<Mutation> eachFieldTakenAway(Message message) {
            List<Mutation> mutations = new ArrayList<>();
            everywhere(message, "", mutations, (part, prefix) -> {
                List<Mutation> here = new ArrayList<>();
                part.getAllFields()
                        .keySet()
                        .forEach(field -> here.add(new Mutation(
                                prefix + field.getName(),
                                part.toBuilder().clearField(field).build())));
                return here;
            });
            return mutations;
        }

        static List<Mutation> unknownFieldInEachMessage(Message message) {
            UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                    .addField(
                            9999,
                            UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                    .build();
            List<Mutation> mutations = new ArrayList<>();
            everywhere(
                    message,
                    "",
                    mutations,
                    (part, prefix) -> List.of(new Mutation(
                            prefix, part.toBuilder().setUnknownFields(unknown).build())));
            return mutations;
        }

        private interface Change {
            List<Mutation> of(Message part, String prefix);
        }

        private static void everywhere(Message message, String prefix, List<Mutation> mutations, Change change) {
            mutations.addAll(change.of(message, prefix));
            message.getAllFields().forEach((field, value) -> {
                if (field.getJavaType() != com.google.protobuf.Descriptors.FieldDescriptor.JavaType.MESSAGE) {
                    return;
                }
                String inner = prefix + field.getName() + ".";
                List<Mutation> parts = new ArrayList<>();
                if (field.isRepeated()) {
                    for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                        int position = i;
                        List<Mutation> ofOne = new ArrayList<>();
                        everywhere((Message) message.getRepeatedField(field, i), inner, ofOne, change);
                        ofOne.forEach(part -> parts.add(new Mutation(
                                part.path(),
                                message.toBuilder()
                                        .setRepeatedField(field, position, part.message())
                                        .build())));
                    }
                } else {
                    List<Mutation> ofOne = new ArrayList<>();
                    everywhere((Message) value, inner, ofOne, change);
                    ofOne.forEach(part -> parts.add(new Mutation(
                            part.path(),
                            message.toBuilder().setField(field, part.message()).build())));
                }
                mutations.addAll(parts);
            });
        }
    }

    @Test
    void theMutationsReachTheDeepestMessage() throws InvalidProtocolBufferException {
        CommandWire.CommandEnvelope whole =
                CommandWire.CommandEnvelope.parseFrom(CommandCodec.encode(Golden.fullRegistration()));
        assertThat(Mutation.eachFieldTakenAway(whole))
                .extracting(Mutation::path)
                .contains("register_broker.registration.topics.settings.mapping.total_queues")
                .containsAll(OPTIONAL.subList(0, OPTIONAL.size() - 1));
    }
}
