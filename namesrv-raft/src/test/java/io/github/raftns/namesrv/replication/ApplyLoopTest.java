package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.CommandCodec;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of committed entries, with a real store and JRaft played by the test. */
class ApplyLoopTest {
    private static final long TERM = 2;

    @TempDir
    Path directory;

    private final FailingStores stores = new FailingStores(RocksStore.opener(RocksSettings.defaults()));
    private final RecordingListener listener = new RecordingListener();
    private final Faults faults = new Faults();
    private final DigestHistory digests = new DigestHistory();
    private final List<Runnable> completions = new ArrayList<>();
    private final ManualTimers timers = new ManualTimers();
    private ReplicatedState state;
    private ApplyLoop loop;

    @BeforeEach
    void open() {
        state = ReplicatedState.open(directory.resolve("state"), stores);
        HistoryCheck history = new HistoryCheck(state.applied());
        Member self = new Member(new NodeId("a"), new HostPort("a", 1), new HostPort("a", 2));
        loop = new ApplyLoop(
                state,
                history,
                new Snapshots(state, history, Runnable::run),
                new Publication(listener, digests, new AppliedIndexes(completions::add, timers, 10), completions::add),
                new LeadershipEvents(new LeadershipWatch(), new Peers(List.of(self)), self),
                faults,
                new ReplicationLimits(1 << 20, 2 << 20, 8, 8, 8, 4, 1 << 20, 1 << 20, 1_024));
    }

    @AfterEach
    void close() {
        listener.closeMarks();
        state.close();
    }

    private void complete() {
        completions.forEach(Runnable::run);
        completions.clear();
    }

    private Proposal proposal() {
        return new Proposal(completions::add, () -> {}, () -> "");
    }

    @Test
    void entriesAreWrittenInBatchesAndOutcomesLeaveAfterwards() {
        Entries entries = new Entries(5);
        List<Proposal> proposals = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            proposals.add(proposal());
            entries.add(Brokers.register("b" + i), proposals.get(i));
        }
        loop.onApply(entries);

        assertThat(state.applied().index()).isEqualTo(new LogIndex(14));
        assertThat(listener.brokers()).hasSize(10);
        assertThat(digests.at(new LogIndex(9))).isPresent();
        assertThat(digests.at(new LogIndex(14))).contains(state.applied().digest());
        assertThat(proposals).noneMatch(one -> one.outcome().isDone());
        complete();
        for (int i = 0; i < 10; i++) {
            assertThat(proposals.get(i).outcome()).isCompletedWithValue(new Outcome.Applied(new LogIndex(5 + i), 0));
        }
    }

    @Test
    void aMarkEndsItsBatchSoThatTheHandleIsTheStateAtTheMark() {
        Entries entries = new Entries(1);
        entries.add(Brokers.register("before"), null);
        entries.add(new MarkState(), null);
        entries.add(Brokers.register("after"), null);
        loop.onApply(entries);

        try (StoreSnapshot mark = listener.marks().remove()) {
            assertThat(StateRows.appliedPoint(mark).index()).isEqualTo(new LogIndex(2));
            assertThat(StateRows.recount(mark).toString())
                    .isEqualTo(digests.at(new LogIndex(2)).orElseThrow().toString());
        }
        assertThat(state.applied().index()).isEqualTo(new LogIndex(3));
    }

    @Test
    void anEntryThatDoesNotDecodeHaltsTheReplicaAndNothingOfItsBatchCounts() {
        Entries entries = new Entries(1);
        Proposal first = proposal();
        entries.add(Brokers.register("one"), null);
        entries.add(Brokers.register("two"), null);
        entries.add(Brokers.register("three"), null);
        entries.add(Brokers.register("four"), null); // a batch of four ends here
        entries.add(Brokers.register("five"), first);
        entries.addBytes(new byte[] {1, 2, 3});
        entries.add(Brokers.register("seven"), null);
        loop.onApply(entries);
        complete();

        assertThat(faults.first()).isPresent();
        assertThat(state.applied().index()).isEqualTo(new LogIndex(4));
        assertThat(listener.brokers()).containsExactlyInAnyOrder("one", "two", "three", "four");
        assertThat(first.outcome().getNow(null)).isInstanceOf(Outcome.Unknown.class);
        assertThat(entries.rolledBackTo()).as("where JRaft would go on").isEqualTo(5);
    }

    @Test
    void aFailedWriteTakesTheWholeBatchBackWhetherMoreEntriesFollowOrNot() {
        for (int more = 0; more < 2; more++) {
            Entries entries = new Entries(1);
            for (int i = 0; i < 4 + more; i++) {
                entries.add(Brokers.register("b" + i), null);
            }
            stores.fail(true);
            loop.onApply(entries);
            assertThat(entries.rolledBackTo()).isEqualTo(1);
            assertThat(state.applied().index()).isEqualTo(LogIndex.NONE);
            assertThat(listener.brokers()).isEmpty();
            stores.fail(false);
        }
        assertThat(faults.first().orElseThrow().reason()).contains("from 1 on").contains("no space left");
    }

    @Test
    void whatTheStateHoldsIsNotAppliedAgain() {
        Entries entries = new Entries(1);
        entries.add(Brokers.register("one"), null);
        entries.add(Brokers.register("two"), null);
        loop.onApply(entries);
        AppliedPoint applied = state.applied();

        state.close();
        open();
        Entries again = new Entries(1);
        Proposal repeated = proposal();
        again.add(Brokers.register("one"), repeated);
        again.add(Brokers.register("two"), null);
        loop.onApply(again);
        assertThat(state.applied()).isEqualTo(applied);
        again = new Entries(3);
        again.add(Brokers.register("three"), null);
        loop.onApply(again);
        complete();

        assertThat(faults.first()).isEmpty();
        assertThat(state.applied().index()).isEqualTo(new LogIndex(3));
        assertThat(repeated.outcome().getNow(null)).isInstanceOf(Outcome.Unknown.class);
        assertThat(timers.pending()).isZero();
        timers.advance(Duration.ofSeconds(1));
    }

    @Test
    void whatAListenerThrowsIsAFault() {
        StateListener broken = new RecordingListener() {
            @Override
            public void applied(AppliedPoint point, List<RouteChange> changes) {
                throw new IllegalStateException("the view is broken");
            }
        };
        HistoryCheck history = new HistoryCheck(state.applied());
        ApplyLoop failing = new ApplyLoop(
                state,
                history,
                new Snapshots(state, history, Runnable::run),
                new Publication(broken, digests, new AppliedIndexes(completions::add, timers, 10), completions::add),
                null,
                faults,
                ReplicationLimits.DEFAULT);
        Entries entries = new Entries(1);
        Proposal proposal = proposal();
        entries.add(Brokers.register("b"), proposal);
        failing.onApply(entries);
        complete();

        assertThat(faults.first().orElseThrow().reason()).contains("the view is broken");
        assertThat(proposal.outcome().getNow(null)).isInstanceOf(Outcome.Unknown.class);
    }

    /** JRaft's iterator, with JRaft's arithmetic of taking entries back. */
    private static final class Entries implements Iterator {
        private final Map<Long, ByteBuffer> data = new TreeMap<>();
        private final Map<Long, Closure> closures = new TreeMap<>();
        private final long first;
        private long current;
        private boolean failed;

        Entries(long first) {
            this.first = first;
            this.current = first;
        }

        void add(Command command, Closure done) {
            closures.put(first + data.size(), done);
            addBytes(CommandCodec.encode(command));
        }

        void addBytes(byte[] bytes) {
            // an entry's buffer is a slice of something larger
            ByteBuffer larger = ByteBuffer.allocate(bytes.length + 8);
            larger.position(5).limit(5 + bytes.length);
            larger.duplicate().put(bytes);
            data.put(first + data.size(), larger);
        }

        long rolledBackTo() {
            assertThat(failed).isTrue();
            return current;
        }

        @Override
        public boolean hasNext() {
            return !failed && data.containsKey(current);
        }

        @Override
        public ByteBuffer next() {
            ByteBuffer entry = getData();
            if (hasNext()) {
                current++;
            }
            return entry;
        }

        @Override
        public ByteBuffer getData() {
            return data.get(current);
        }

        @Override
        public long getIndex() {
            return current;
        }

        @Override
        public long getTerm() {
            return TERM;
        }

        @Override
        public Closure done() {
            return closures.get(current);
        }

        @Override
        public void setErrorAndRollback(long entries, Status status) {
            current -= data.containsKey(current) ? entries - 1 : entries;
            failed = true;
        }

        @Override
        public boolean commit() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void commitAndSnapshotSync(Closure done) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAutoCommitPerLog(boolean status) {
            throw new UnsupportedOperationException();
        }
    }
}
