package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.rpc.model.LogIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a proposer is told when JRaft gives a command back. */
class ProposalTest {
    private final List<Runnable> completions = new ArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final Proposal proposal = new Proposal(completions::add, ended::incrementAndGet, () -> "n2");

    private Outcome told() {
        completions.forEach(Runnable::run);
        completions.clear();
        return proposal.outcome().getNow(null);
    }

    private Outcome toldOn(RaftError error, String text) {
        Proposal fresh = new Proposal(Runnable::run, () -> {}, () -> "n2");
        fresh.run(new Status(error.getNumber(), text));
        return fresh.outcome().getNow(null);
    }

    @Test
    void certainRefusalsMayBeRetried() {
        assertThat(toldOn(RaftError.EPERM, "Is not leader.")).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(toldOn(RaftError.EPERM, "expected_term=3 doesn't match current_term=4"))
                .isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(toldOn(RaftError.EBUSY, "Is transferring leadership.")).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(toldOn(RaftError.ENODESHUTDOWN, "Node is shutting down.")).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(toldOn(RaftError.EBUSY, "Node is busy, has too many tasks, queue is full and bufferSize=4"))
                .isInstanceOf(Outcome.Overloaded.class);
    }

    @Test
    void whateverIsNotCertainIsUnknown() {
        assertThat(toldOn(RaftError.EPERM, "Leader stepped down")).isInstanceOf(Outcome.Unknown.class);
        assertThat(toldOn(RaftError.ESTATEMACHINE, "StateMachine meet critical error"))
                .isInstanceOf(Outcome.Unknown.class);
        assertThat(toldOn(RaftError.EINTERNAL, "Fail to append task.")).isInstanceOf(Outcome.Unknown.class);
        assertThat(toldOn(RaftError.EPERM, null)).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void theWordComesOnTheCompletionThread() {
        proposal.run(new Status(RaftError.EPERM, "Is not leader."));
        assertThat(proposal.outcome()).isNotDone();
        assertThat(told()).isEqualTo(new Outcome.NotLeader("n2"));
        assertThat(ended).hasValue(1);
    }

    @Test
    void afterItsDeadlineItStaysCountedUntilJRaftGivesItBack() {
        proposal.expire();
        assertThat(told()).isInstanceOf(Outcome.Unknown.class);
        assertThat(ended).hasValue(0);
        proposal.end(new Outcome.Applied(new LogIndex(3), 0));
        assertThat(told()).isInstanceOf(Outcome.Unknown.class);
        assertThat(ended).hasValue(1);
        proposal.run(new Status(RaftError.ESTATEMACHINE, "again"));
        assertThat(told()).isInstanceOf(Outcome.Unknown.class);
        assertThat(ended).hasValue(1);
    }
}
