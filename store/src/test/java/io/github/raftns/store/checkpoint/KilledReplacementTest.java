package io.github.raftns.store.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.store.ChildJvm;
import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.checkpoint.ReplacingWriter.Stamp;
import io.github.raftns.store.rocksdb.RocksStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class KilledReplacementTest {
    private static final int ROUNDS = 8;

    @Test
    @Timeout(120)
    void aKilledReplacementLeavesTheOldStateOrTheNewOneWhole(@TempDir Path parent) throws Exception {
        Path directory = parent.resolve("state");
        Path temporary = Files.createDirectory(parent.resolve("tmp"));
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Stamp before = new Stamp(ReplacingWriter.CLEAN, 0);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> acknowledged = runAndKill(directory, parent.resolve("work"), temporary, random);
            long last = Long.parseLong(acknowledged.get(acknowledged.size() - 1));
            try (StateDirectory state = StateDirectory.open(directory, RocksStore.opener(ReplacingWriter.SETTINGS))) {
                Stamp found = Stamp.of(state.current());
                assertThat(found.number()).as("seed %d, round %d", seed, round).isBetween(last, last + 1);
                if (found.number() == last) {
                    assertThat(found.word())
                            .as("seed %d, round %d: number %d was acknowledged", seed, round, last)
                            .isEqualTo(ReplacingWriter.CLEAN);
                }
                assertThat(generations(directory)).hasSize(1);
                assertThat(found.number()).isGreaterThan(before.number());
                before = found;
            }
        }
    }

    private static List<String> runAndKill(Path directory, Path work, Path temporary, Random random) throws Exception {
        try (ChildJvm writer = ChildJvm.start(ReplacingWriter.class, temporary, directory, work)) {
            writer.awaitLines(1 + random.nextInt(8));
            assertThatThrownBy(() -> StateDirectory.open(directory, RocksStore.opener(ReplacingWriter.SETTINGS)))
                    .isInstanceOf(StoreFault.class)
                    .hasMessageContaining(directory + " is in use by another process");
            writer.runFor(random.nextInt(60));
            return writer.kill();
        }
    }

    private static List<Path> generations(Path directory) {
        return Disk.list(directory).stream()
                .filter(entry -> entry.getFileName().toString().startsWith("generation-"))
                .toList();
    }
}
