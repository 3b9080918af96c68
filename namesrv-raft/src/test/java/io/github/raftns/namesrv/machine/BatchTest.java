package io.github.raftns.namesrv.machine;

import static io.github.raftns.namesrv.machine.SmallWorld.identity;
import static io.github.raftns.namesrv.machine.SmallWorld.registration;
import static io.github.raftns.namesrv.machine.SmallWorld.topic;
import static io.github.raftns.namesrv.machine.SmallWorld.version;
import static io.github.raftns.namesrv.machine.SmallWorld.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
    private static final Term TERM = new Term(1);
    private static final Command REGISTER = whole(registration(identity("c", "a", 0, "h"), version(1), topic("t1", 4)));

    private final TestStore store = new TestStore();
    private final StateMachine machine = new StateMachine(store);

    private static LogIndex at(long index) {
        return new LogIndex(index);
    }

    @Test
    void aBatchIsOneWriteWithTheAppliedPoint() {
        Batch batch = machine.begin();
        batch.apply(at(1), TERM, REGISTER);
        batch.apply(at(4), TERM, new DeleteTopic(new TopicName("t1"), null));
        assertThat(store.writes).isEmpty();

        AppliedBatch applied = batch.commit();

        assertThat(store.writes).hasSize(1);
        assertThat(applied.applied().index()).isEqualTo(at(4));
        assertThat(applied.digests()).containsOnlyKeys(at(1), at(4));
        assertThat(new StateMachine(store).applied())
                .isEqualTo(applied.applied())
                .isEqualTo(machine.applied());
        assertThat(StateRows.recount(store)).isEqualTo(applied.applied().digest());
    }

    @Test
    void laterEntriesSeeEarlierOnesOfTheirBatch() {
        Batch batch = machine.begin();
        batch.apply(at(1), TERM, REGISTER);

        assertThat(batch.apply(at(2), TERM, new DeleteTopic(new TopicName("t1"), null)))
                .isEqualTo(new io.github.raftns.namesrv.command.Outcome.Applied(at(2), 1));
    }

    @Test
    void anEmptyBatchWritesNothing() {
        AppliedBatch applied = machine.begin().commit();

        assertThat(store.writes).isEmpty();
        assertThat(applied.applied()).isEqualTo(AppliedPoint.START);
        assertThat(applied.changes()).isEmpty();
    }

    @Test
    void anEntryAtOrBelowTheAppliedOneIsAFault() {
        commit(5);

        Batch batch = machine.begin();
        assertThatThrownBy(() -> batch.apply(at(5), TERM, new MarkState())).isInstanceOf(StateFault.class);
        assertThatThrownBy(() -> batch.apply(at(4), TERM, new MarkState())).isInstanceOf(StateFault.class);
        batch.apply(at(6), TERM, new MarkState());
        assertThatThrownBy(() -> batch.apply(at(6), TERM, new MarkState())).isInstanceOf(StateFault.class);
    }

    @Test
    void anEntryOfAnEarlierTermIsAFault() {
        Batch batch = machine.begin();
        batch.apply(at(1), new Term(3), new MarkState());

        assertThatThrownBy(() -> batch.apply(at(2), new Term(2), new MarkState()))
                .isInstanceOf(StateFault.class);
    }

    @Test
    void aBatchThatMetAnUnreadableRowWritesNothing() {
        commit(1);
        store.write(new WriteBatch().put(RowKeys.group(SmallWorld.name("a")), new byte[] {1, 2, 3}));
        store.writes.clear();
        Batch batch = machine.begin();
        batch.apply(at(2), TERM, new MarkState());

        assertThatThrownBy(() -> batch.apply(at(3), TERM, REGISTER))
                .isInstanceOf(StateFault.class)
                .hasMessageContaining("group/a");
        assertThatThrownBy(batch::commit).isInstanceOf(StateFault.class);
        assertThatThrownBy(() -> batch.apply(at(4), TERM, new MarkState())).isInstanceOf(StateFault.class);

        assertThat(store.writes).isEmpty();
        assertThat(machine.applied().index()).isEqualTo(at(1));
    }

    @Test
    void aFailedWriteLeavesTheMachineWhereItWas() {
        commit(1);
        store.failing = true;
        Batch batch = machine.begin();
        batch.apply(at(2), TERM, REGISTER);

        assertThatThrownBy(batch::commit).isInstanceOf(StoreFault.class);

        assertThat(machine.applied().index()).isEqualTo(at(1));
        assertThat(StateRows.appliedPoint(store).index()).isEqualTo(at(1));
    }

    @Test
    void aBatchIsCommittedOnce() {
        Batch batch = machine.begin();
        batch.apply(at(1), TERM, REGISTER);
        batch.commit();

        assertThatThrownBy(batch::commit).isInstanceOf(StateFault.class);
    }

    @Test
    void ofTwoBatchesFromOnePointOnlyOneIsCommitted() {
        Batch first = machine.begin();
        Batch second = machine.begin();
        first.apply(at(1), TERM, REGISTER);
        second.apply(at(1), TERM, new MarkState());
        first.commit();

        assertThatThrownBy(second::commit).isInstanceOf(StateFault.class);
    }

    @Test
    void aStateOfAnotherFormatIsRefused() {
        byte[] later = io.github.raftns.namesrv.wire.RowWire.AppliedRow.newBuilder()
                .setFormat(2)
                .build()
                .toByteArray();
        store.write(new WriteBatch().put(RowKeys.applied(), later));

        assertThatThrownBy(() -> new StateMachine(store))
                .isInstanceOf(StateFault.class)
                .hasMessageContaining("format 2");
    }

    private void commit(long index) {
        Batch batch = machine.begin();
        batch.apply(at(index), TERM, REGISTER);
        batch.commit();
        store.writes.clear();
    }

    /** A memory store that can fail and counts what is asked of it. */
    private static final class TestStore extends ForwardingStore {
        private final List<WriteBatch> writes = new ArrayList<>();
        private boolean failing;

        TestStore() {
            super(new MemoryStore());
        }

        @Override
        public void write(WriteBatch batch) {
            if (failing) {
                throw new StoreFault("the disk is gone");
            }
            writes.add(batch);
            super.write(batch);
        }
    }
}
