package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.read.StateAudit;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Digests of the last entries. */
class DigestHistoryTest {
    private final DigestHistory history = new DigestHistory();

    private void add(long... indexes) {
        TreeMap<LogIndex, StateDigest> digests = new TreeMap<>();
        for (long index : indexes) {
            digests.put(new LogIndex(index), new StateDigest(0, index));
        }
        history.add(digests);
    }

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(history.at(new LogIndex(1))).isEmpty();
        assertThat(history.known()).isEqualTo(new StateAudit.Range(0, 0));
    }

    @Test
    void anIndexWithoutAnEntryOfOursHasTheDigestBeforeIt() {
        add(3, 4, 7);
        assertThat(history.at(new LogIndex(4))).contains(new StateDigest(0, 4));
        assertThat(history.at(new LogIndex(6))).contains(new StateDigest(0, 4));
        assertThat(history.at(new LogIndex(2))).isEmpty();
        assertThat(history.at(new LogIndex(8))).isEmpty();
        assertThat(history.known()).isEqualTo(new StateAudit.Range(3, 7));
    }

    @Test
    void theLast4096EntriesAreKept() {
        for (long i = 1; i <= 5_000; i++) {
            add(i);
        }
        assertThat(history.known()).isEqualTo(new StateAudit.Range(905, 5_000));
        assertThat(history.at(new LogIndex(904))).isEmpty();
    }

    @Test
    void anotherStateForgetsTheOldOne() {
        add(1, 2, 3);
        history.restart(new AppliedPoint(new LogIndex(9), new Term(2), new StateDigest(1, 1)));
        assertThat(history.at(new LogIndex(3))).isEmpty();
        assertThat(history.at(new LogIndex(9))).contains(new StateDigest(1, 1));
    }
}
