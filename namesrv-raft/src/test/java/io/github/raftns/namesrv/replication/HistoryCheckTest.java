package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import org.junit.jupiter.api.Test;

/** Whether a state on disk and a log are of one history. */
class HistoryCheckTest {
    private static boolean isNew(HistoryCheck check, long index, long term) {
        return check.isNew(new LogIndex(index), new Term(term));
    }

    private static AppliedPoint at(long index, long term) {
        return new AppliedPoint(new LogIndex(index), new Term(term), StateDigest.EMPTY);
    }

    @Test
    void anEmptyStateAgreesWithEveryLog() {
        HistoryCheck check = new HistoryCheck(AppliedPoint.START);
        assertThat(check.agreed()).isTrue();
        assertThat(isNew(check, 2, 1)).isTrue();
    }

    @Test
    void entriesUpToTheStateAreHeldAndLaterOnesAreNew() {
        HistoryCheck check = new HistoryCheck(at(10, 3));
        assertThat(isNew(check, 4, 1)).isFalse();
        assertThat(check.agreed()).isFalse();
        assertThat(isNew(check, 10, 3)).isFalse();
        assertThat(check.agreed()).isTrue();
        assertThat(isNew(check, 11, 3)).isTrue();
        assertThat(isNew(check, 14, 4)).isTrue();
    }

    @Test
    void anotherTermAtTheStatesIndexIsAnotherHistory() {
        HistoryCheck check = new HistoryCheck(at(10, 3));
        assertThatThrownBy(() -> isNew(check, 10, 2))
                .isInstanceOf(ForeignHistory.class)
                .hasMessageContaining("term 2")
                .hasMessageContaining("term 3")
                .hasMessageContaining("delete its data directory");
        assertThatThrownBy(() -> isNew(check, 10, 4)).isInstanceOf(ForeignHistory.class);
    }

    @Test
    void aLogWithoutTheStatesEntryIsAnotherHistory() {
        HistoryCheck check = new HistoryCheck(at(10, 3));
        assertThat(isNew(check, 9, 3)).isFalse();
        assertThatThrownBy(() -> isNew(check, 11, 4))
                .isInstanceOf(ForeignHistory.class)
                .hasMessageContaining("entry 10");
    }

    @Test
    void aStateMadeFromTheLogAgreesWithIt() {
        HistoryCheck check = new HistoryCheck(at(10, 3));
        check.follows(at(20, 5));
        assertThat(check.agreed()).isTrue();
        assertThat(isNew(check, 20, 5)).isFalse();
        assertThat(isNew(check, 22, 5)).isTrue();
    }
}
