package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.read.ReadNotPossible;
import io.github.raftns.rpc.model.LogIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waiting for an index. */
class AppliedIndexesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<Runnable> completions = new ArrayList<>();
    private final ManualTimers timers = new ManualTimers();
    private final AppliedIndexes indexes = new AppliedIndexes(completions::add, timers, 3);

    private CompletableFuture<Void> await(long index) {
        return indexes.await(new LogIndex(index), SECOND).toCompletableFuture();
    }

    private void complete() {
        completions.forEach(Runnable::run);
        completions.clear();
    }

    @Test
    void whatIsAppliedPassesAtOnce() {
        indexes.advance(new LogIndex(5));
        assertThat(await(5)).isCompleted();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void eachWaiterIsServedAtItsIndexAndOnTheCompletionThreadAlone() {
        CompletableFuture<Void> third = await(3);
        CompletableFuture<Void> second = await(2);
        indexes.advance(new LogIndex(2));
        assertThat(second).isNotDone();
        complete();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
        indexes.advance(new LogIndex(7));
        complete();
        assertThat(third).isCompleted();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void aWaiterGivesUpAfterItsTimeAndMakesRoom() {
        CompletableFuture<Void> late = await(3);
        timers.advance(SECOND);
        complete();
        assertThatThrownBy(late::join).hasCauseInstanceOf(ReadNotPossible.class);
        assertThat(await(4)).isNotDone();
        assertThat(await(4)).isNotDone();
        assertThat(await(4)).isNotDone();
    }

    @Test
    void tooManyWaitersAreTurnedAway() {
        assertThat(await(1)).isNotDone();
        assertThat(await(2)).isNotDone();
        assertThat(await(3)).isNotDone();
        assertThatThrownBy(() -> await(4).join()).hasCauseInstanceOf(ReadNotPossible.class);
        indexes.advance(new LogIndex(1));
        assertThat(await(4)).isNotDone();
    }
}
