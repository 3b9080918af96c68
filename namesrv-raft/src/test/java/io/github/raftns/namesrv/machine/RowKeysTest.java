package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.command.Vocabulary;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RowKeysTest {
    @Provide
    Arbitrary<String> names() {
        return Vocabulary.names();
    }

    @Property(tries = 500)
    void aKeyIsReadBack(@ForAll("names") String broker, @ForAll("names") String topic, @ForAll long id) {
        BrokerName name = new BrokerName(broker);
        BrokerKey member = new BrokerKey(name, new BrokerId(id));

        assertThat(RowKeys.groupName(RowKeys.group(name))).isEqualTo(name);
        assertThat(RowKeys.memberKey(RowKeys.member(member))).isEqualTo(member);
        RowKeys.BrokerTopic expected = new RowKeys.BrokerTopic(name, new TopicName(topic));
        assertThat(RowKeys.brokerTopic(RowKeys.topic(name, expected.topic()))).isEqualTo(expected);
        assertThat(RowKeys.brokerTopic(RowKeys.tombstone(name, expected.topic())))
                .isEqualTo(expected);
    }

    @Property(tries = 1_000)
    void theRowsOfOneNameAreNeverMistakenForThoseOfAnother(
            @ForAll("names") String one, @ForAll("names") String other, @ForAll("names") String topic) {
        byte[] key = RowKeys.topic(new BrokerName(one), new TopicName(topic));
        byte[] prefix = RowKeys.rowsOf(Table.TOPIC, new BrokerName(other));

        boolean found = key.length >= prefix.length && Arrays.equals(Arrays.copyOf(key, prefix.length), prefix);

        assertThat(found).isEqualTo(one.equals(other));
    }

    @Property(tries = 1_000)
    void keysSortByNameAndThenById(
            @ForAll("names") String one, @ForAll("names") String other, @ForAll long oneId, @ForAll long otherId) {
        byte[] left = RowKeys.member(new BrokerKey(new BrokerName(one), new BrokerId(oneId)));
        byte[] right = RowKeys.member(new BrokerKey(new BrokerName(other), new BrokerId(otherId)));
        int byName =
                Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
        int expected = byName != 0 ? byName : Long.compare(oneId, otherId);

        assertThat(Integer.signum(Arrays.compareUnsigned(left, right))).isEqualTo(Integer.signum(expected));
    }

    @Example
    void keysAreAlwaysWrittenTheSameWay() {
        assertThat(RowKeys.applied()).containsExactly('a');
        assertThat(RowKeys.group(new BrokerName("b\0"))).containsExactly('g', 'b', 0);
        assertThat(RowKeys.member(new BrokerKey(new BrokerName("b\0"), new BrokerId(1))))
                .containsExactly('m', 'b', 0, 0xFF, 0, 1, 0x80, 0, 0, 0, 0, 0, 0, 1);
        assertThat(RowKeys.topic(new BrokerName("b"), new TopicName("t"))).containsExactly('t', 'b', 0, 1, 't');
        assertThat(RowKeys.tombstone(new BrokerName("b"), new TopicName("t"))).containsExactly('x', 'b', 0, 1, 't');
    }

    @Example
    void keysReadAsTextForPeople() {
        assertThat(StateRows.keyText(RowKeys.topic(new BrokerName("broker-a"), new TopicName("TopicTest"))))
                .isEqualTo("topic/broker-a/TopicTest");
        assertThat(StateRows.keyText(RowKeys.member(new BrokerKey(new BrokerName("broker-a"), BrokerId.MASTER))))
                .isEqualTo("member/broker-a/0");
        assertThat(StateRows.keyText(RowKeys.group(new BrokerName("broker-a")))).isEqualTo("group/broker-a");
        assertThat(StateRows.keyText(RowKeys.tombstone(new BrokerName("broker-a"), new TopicName("T"))))
                .isEqualTo("tombstone/broker-a/T");
        assertThat(StateRows.keyText(RowKeys.applied())).isEqualTo("applied");
    }

    @Example
    void aKeyThatIsNoneOfOursIsAFault() {
        assertThatThrownBy(() -> RowKeys.tableOf(new byte[] {'z'})).isInstanceOf(StateFault.class);
        assertThatThrownBy(() -> RowKeys.tableOf(new byte[0])).isInstanceOf(StateFault.class);
        assertThatThrownBy(() -> RowKeys.brokerTopic(new byte[] {'t', 'b'})).isInstanceOf(StateFault.class);
        assertThatThrownBy(() -> RowKeys.brokerTopic(new byte[] {'t', 'b', 0, 7}))
                .isInstanceOf(StateFault.class);
        assertThatThrownBy(() -> RowKeys.groupName(new byte[] {'g', (byte) 0xC3}))
                .isInstanceOf(StateFault.class);
        byte[] tooLong = Arrays.copyOf(RowKeys.member(new BrokerKey(new BrokerName("b"), BrokerId.MASTER)), 20);
        assertThatThrownBy(() -> RowKeys.memberKey(tooLong)).isInstanceOf(StateFault.class);
    }
}
