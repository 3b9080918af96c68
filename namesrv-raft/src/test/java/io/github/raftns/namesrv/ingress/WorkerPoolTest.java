package io.github.raftns.namesrv.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkerPoolTest {
    @Test
    void aFullQueueRefusesAtOnceAndWhatIsQueuedIsDone() throws InterruptedException {
        try (WorkerPool pool = new WorkerPool("test", 1, 1)) {
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            CompletableFuture<Void> first = CompletableFuture.runAsync(
                    () -> {
                        started.countDown();
                        awaitQuietly(go);
                    },
                    pool);
            started.await();
            CompletableFuture<String> second =
                    CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), pool);

            assertThat(pool.queued()).isEqualTo(1);
            assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> pool.execute(() -> {}));

            go.countDown();
            first.join();
            assertThat(second.join()).isEqualTo("test-1");
        }
    }

    @Test
    void aClosedPoolTakesNothingAndEnds() throws InterruptedException {
        WorkerPool pool = new WorkerPool("test", 2, 1);
        CompletableFuture.runAsync(() -> {}, pool).join();
        pool.close();

        assertThat(pool.awaitEnd(Duration.ofSeconds(20))).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> pool.execute(() -> {}));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody let it go on");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
