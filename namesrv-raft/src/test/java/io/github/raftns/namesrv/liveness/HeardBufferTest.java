package io.github.raftns.namesrv.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HeardBufferTest {
    private static final NodeId NODE = new NodeId("n1");
    private static final BrokerKey A = new BrokerKey(new BrokerName("a"), BrokerId.MASTER);

    private final HeardBuffer buffer = new HeardBuffer();

    @Test
    void theLatestOfTheLatestEpochIsKept() {
        buffer.note(sighting(2, 10));
        buffer.note(sighting(2, 30));
        buffer.note(sighting(2, 20));
        buffer.note(sighting(1, 99));

        assertThat(buffer.drain()).containsExactly(sighting(2, 30));
        assertThat(buffer.drain()).isEmpty();
        assertThat(buffer.latest(A)).contains(sighting(2, 30));
    }

    @Test
    void whatIsGivenBackYieldsToWhatWasHeardSince() {
        buffer.note(sighting(2, 10));
        List<Sighting> undelivered = buffer.drain();
        buffer.note(sighting(2, 50));
        buffer.giveBack(undelivered);

        assertThat(buffer.drain()).containsExactly(sighting(2, 50));
    }

    @Test
    void goneBrokersAreForgotten() {
        buffer.note(sighting(2, 10));
        buffer.keepOnly(Set.of());

        assertThat(buffer.drain()).isEmpty();
        assertThat(buffer.latest(A)).isEmpty();
    }

    @Test
    void noLastSightingIsLostBetweenThreadsThatHearAndTheOneThatDrains() {
        int brokers = 50;
        int rounds = 2_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        Map<BrokerKey, Long> drained = new HashMap<>();
        try {
            List<CompletableFuture<Void>> hearing = IntStream.range(0, 4)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> hear(brokers, rounds, thread), threads))
                    .toList();
            CompletableFuture<Void> all = CompletableFuture.allOf(hearing.toArray(CompletableFuture[]::new));
            while (!all.isDone()) {
                drainInto(drained);
            }
            all.join();
        } finally {
            threads.shutdownNow();
        }
        drainInto(drained);

        assertThat(drained).hasSize(brokers);
        assertThat(drained.values()).containsOnly((long) rounds * 4 - 1);
    }

    private void hear(int brokers, int rounds, int thread) {
        for (int round = 0; round < rounds; round++) {
            for (int broker = 0; broker < brokers; broker++) {
                BrokerKey key = new BrokerKey(new BrokerName("b" + broker), BrokerId.MASTER);
                buffer.note(new Sighting(key, new Epoch(1), round * 4L + thread, NODE));
            }
        }
    }

    private void drainInto(Map<BrokerKey, Long> drained) {
        for (Sighting sighting : buffer.drain()) {
            drained.merge(sighting.broker(), sighting.atNanos(), Math::max);
        }
    }

    private static Sighting sighting(long epoch, long atNanos) {
        return new Sighting(A, new Epoch(epoch), atNanos, NODE);
    }
}
