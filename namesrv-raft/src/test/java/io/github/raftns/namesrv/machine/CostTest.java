package io.github.raftns.namesrv.machine;

import static io.github.raftns.namesrv.machine.SmallWorld.identity;
import static io.github.raftns.namesrv.machine.SmallWorld.name;
import static io.github.raftns.namesrv.machine.SmallWorld.registration;
import static io.github.raftns.namesrv.machine.SmallWorld.topic;
import static io.github.raftns.namesrv.machine.SmallWorld.version;
import static io.github.raftns.namesrv.machine.SmallWorld.whole;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What entries read in a state of many brokers, counted in reads, on the durable store. */
class CostTest {
    private static final int BROKERS = 40;
    private static final int TOPICS = 250;

    @TempDir
    private Path directory;

    private CountingStore store;
    private StateMachine machine;
    private long last;

    @BeforeEach
    void manyBrokersWithManyTopics() {
        store = new CountingStore(RocksStore.open(directory, RocksSettings.defaults()));
        machine = new StateMachine(store);
        for (int broker = 0; broker < BROKERS; broker++) {
            apply(whole(registration(identity("c", "b" + broker, 0, "h" + broker), version(1), topics(TOPICS))));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Outcome apply(Command command) {
        store.forget();
        Batch batch = machine.begin();
        Outcome outcome = batch.apply(new LogIndex(++last), new Term(1), command);
        batch.commit();
        return outcome;
    }

    private static ReportedTopic[] topics(int count) {
        ReportedTopic[] topics = new ReportedTopic[count];
        for (int i = 0; i < count; i++) {
            topics[i] = topic("topic-" + i, 8);
        }
        return topics;
    }

    @Test
    void aDifferenceReadsTheRowsItNamesAndNoOtherTopic() {
        apply(new RegisterBroker(
                registration(identity("c", "b7", 0, "h7"), version(2), topic("topic-3", 4), topic("new", 4)),
                null,
                true,
                1));

        assertThat(store.visited).as("rows visited by scans").isEqualTo(1); // its member
        assertThat(store.gets).as("rows got").isLessThanOrEqualTo(8);
    }

    @Test
    void aRenewalInAFullTableReadsEachOfItsTopicsOnce() {
        apply(whole(registration(identity("c", "b7", 0, "h7"), version(1), topics(TOPICS))));

        assertThat(store.visited).isEqualTo(1);
        assertThat(store.gets).isLessThanOrEqualTo(TOPICS + 3);
    }

    @Test
    void aDeletionReadsOneGroupAndOneTopicABroker() {
        assertThat(apply(new DeleteTopic(new TopicName("topic-9"), null)))
                .isEqualTo(new Outcome.Applied(new LogIndex(last), BROKERS));

        assertThat(store.visited).as("groups and members").isLessThanOrEqualTo(2 * BROKERS);
        assertThat(store.gets).isLessThanOrEqualTo(6 * BROKERS);

        apply(new DeleteTopic(new TopicName("nowhere"), null));
        assertThat(store.visited).isEqualTo(BROKERS);
        assertThat(store.gets).isEqualTo(BROKERS);
    }

    @Test
    void sixtyThousandTopicsOfOneBrokerAreOneEntry() {
        apply(whole(registration(identity("c", "big", 0, "h"), version(1), topics(60_000))));

        assertThat(store.gets).isLessThanOrEqualTo(60_000 + 8);
        assertThat(StateRows.recount(store)).isEqualTo(machine.applied().digest());
        long[] topics = {0};
        store.scan(RowKeys.rowsOf(Table.TOPIC, name("big")), (key, value) -> {
            topics[0]++;
            return true;
        });
        assertThat(topics[0]).isEqualTo(60_000);
        List<String> buckets = new ArrayList<>();
        StateRows.recountByBucket(store).forEach(bucket -> buckets.add(bucket.toString()));
        assertThat(buckets).hasSize(256).doesNotHaveDuplicates();
        assertThat(StateRows.sum(StateRows.recountByBucket(store)))
                .isEqualTo(machine.applied().digest());
    }

    private static final class CountingStore extends ForwardingStore {
        private int gets;
        private int visited;

        CountingStore(KeyValueStore target) {
            super(target);
        }

        void forget() {
            gets = 0;
            visited = 0;
        }

        @Override
        public byte[] get(byte[] key) {
            gets++;
            return super.get(key);
        }

        @Override
        public void scan(byte[] prefix, RowVisitor visitor) {
            super.scan(prefix, (key, value) -> {
                visited++;
                return visitor.visit(key, value);
            });
        }
    }
}
