package io.github.raftns.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.store.ChildJvm;
import io.github.raftns.store.Rows;
import io.github.raftns.store.memory.MemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class KilledWriterTest {
    private static final int ROUNDS = 8;

    /** The model applies the same batches; it must equal the store at the number that the store itself names. */
    @Test
    @Timeout(120)
    void aKilledWriterLeavesWholeBatchesAndEveryAcknowledgedOne(@TempDir Path parent) throws Exception {
        Path directory = Files.createDirectory(parent.resolve("store"));
        Path temporary = Files.createDirectory(parent.resolve("tmp"));
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        long applied = 0;
        try (MemoryStore model = new MemoryStore()) {
            for (int round = 0; round < ROUNDS; round++) {
                List<String> acknowledged = runAndKill(directory, temporary, round, random);
                try (RocksStore store = RocksStore.open(directory, NumberedWriter.SETTINGS)) {
                    long found = NumberedWriter.applied(store);
                    assertThat(found)
                            .as("seed %d, round %d", seed, round)
                            .isGreaterThanOrEqualTo(last(acknowledged, applied));
                    while (applied < found) {
                        model.write(NumberedWriter.batch(++applied));
                    }
                    assertThat(Rows.all(store).equals(Rows.all(model)))
                            .as("seed %d, round %d: equal rows after batch %d", seed, round, found)
                            .isTrue();
                }
            }
        }
        assertThat(applied).as("batches in all rounds").isGreaterThan(ROUNDS);
    }

    /** Every second round may end before the first batch, within the opening. */
    private static List<String> runAndKill(Path directory, Path temporary, int round, Random random) throws Exception {
        try (ChildJvm writer = ChildJvm.start(NumberedWriter.class, temporary, directory)) {
            if (round % 2 == 0) {
                writer.awaitLines(1 + random.nextInt(2000));
                writer.runFor(random.nextInt(100));
            } else {
                writer.runFor(100 + random.nextInt(900));
            }
            return writer.kill();
        }
    }

    private static long last(List<String> acknowledged, long otherwise) {
        return acknowledged.isEmpty() ? otherwise : Long.parseLong(acknowledged.get(acknowledged.size() - 1));
    }
}
