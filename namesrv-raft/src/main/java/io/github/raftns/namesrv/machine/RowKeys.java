package io.github.raftns.namesrv.machine;

import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicName;

/**
 * The keys of the rows.
 *
 * <pre>
 * a                              the applied point
 * g broker-name                  group
 * m broker-name. id              member
 * t broker-name. topic           topic
 * x broker-name. topic           tombstone
 * </pre>
 *
 * <p>A dot is the end of a closed name (see {@link KeyBytes}). All rows of one broker name in one table are neighbours.
 */
final class RowKeys {
    private RowKeys() {}

    static byte[] table(Table table) {
        return KeyBytes.of(table).toByteArray();
    }

    static byte[] applied() {
        return table(Table.APPLIED);
    }

    static byte[] group(BrokerName name) {
        return KeyBytes.of(Table.GROUP).open(name.value()).toByteArray();
    }

    static byte[] member(BrokerKey key) {
        return KeyBytes.of(Table.MEMBER)
                .closed(key.name().value())
                .number(key.id().value())
                .toByteArray();
    }

    static byte[] topic(BrokerName broker, TopicName topic) {
        return KeyBytes.of(Table.TOPIC)
                .closed(broker.value())
                .open(topic.value())
                .toByteArray();
    }

    static byte[] tombstone(BrokerName broker, TopicName topic) {
        return KeyBytes.of(Table.TOMBSTONE)
                .closed(broker.value())
                .open(topic.value())
                .toByteArray();
    }

    /** The prefix of all rows of one broker name in a table whose keys begin with a closed name. */
    static byte[] rowsOf(Table table, BrokerName name) {
        return KeyBytes.of(table).closed(name.value()).toByteArray();
    }

    static Table tableOf(byte[] key) {
        if (key.length == 0) {
            throw new StateFault("a row has an empty key");
        }
        return Table.of(key[0]);
    }

    static BrokerName groupName(byte[] key) {
        return new BrokerName(new KeyBytes.Reader(key).open());
    }

    static BrokerKey memberKey(byte[] key) {
        KeyBytes.Reader reader = new KeyBytes.Reader(key);
        BrokerKey member = new BrokerKey(new BrokerName(reader.closed()), new BrokerId(reader.number()));
        reader.end();
        return member;
    }

    /** Of a topic's or a tombstone's key. */
    static BrokerTopic brokerTopic(byte[] key) {
        KeyBytes.Reader reader = new KeyBytes.Reader(key);
        return new BrokerTopic(new BrokerName(reader.closed()), new TopicName(reader.open()));
    }

    /** For people: {@code topic/broker-a/TopicTest}. */
    static String text(byte[] key) {
        Table table = tableOf(key);
        return switch (table) {
            case APPLIED -> table.title();
            case GROUP -> table.title() + "/" + groupName(key);
            case MEMBER -> table.title() + "/" + memberKey(key);
            case TOPIC, TOMBSTONE -> table.title() + "/" + brokerTopic(key);
        };
    }

    /** What the key of a topic or a tombstone says. */
    record BrokerTopic(BrokerName broker, TopicName topic) {
        @Override
        public String toString() {
            return broker + "/" + topic;
        }
    }
}
