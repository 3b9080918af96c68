package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.store.memory.MemoryStore;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine over the store that nodes use. */
class DurableStoreTest {
    @TempDir
    private Path directory;

    @Test
    void aLogEndsInTheSameBytesOnDiskAsInMemoryAndAfterReopening() {
        Node inMemory = new Node(new MemoryStore());
        try (RocksStore store = RocksStore.open(directory, RocksSettings.defaults())) {
            Node onDisk = new Node(store);
            JqwikSession.run(() -> SmallWorld.moves().generator(1_000).stream(new Random(7))
                    .limit(400)
                    .forEach(move -> {
                        Command command = move.value().against(inMemory);
                        assertThat(onDisk.append(command)).isEqualTo(inMemory.append(command));
                    }));
            assertThat(onDisk.bytes()).isEqualTo(inMemory.bytes());
        }
        try (RocksStore store = RocksStore.open(directory, RocksSettings.defaults())) {
            assertThat(Node.bytes(store)).isEqualTo(inMemory.bytes());
            assertThat(new StateMachine(store).applied())
                    .isEqualTo(inMemory.machine().applied());
        }
    }
}
