package io.github.raftns.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.store.KeyValueStoreContract;
import io.github.raftns.store.Rows;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryStoreTest implements KeyValueStoreContract {
    @Override
    public StoreOpener opener() {
        return MemoryStore.opener();
    }

    @Test
    void everyDamagedByteOfACheckpointIsNoticed(@TempDir Path parent) throws Exception {
        Path checkpoint = parent.resolve("checkpoint");
        try (MemoryStore store = new MemoryStore()) {
            store.write(new WriteBatch().put(Rows.bytes("a"), Rows.bytes("1")).put(Rows.bytes("b"), Rows.bytes("2")));
            store.checkpoint(checkpoint);
        }
        Path file = checkpoint.resolve(RowsFile.NAME);
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 1;
            Files.write(file, bad);
            assertThatThrownBy(() -> MemoryStore.open(checkpoint))
                    .isInstanceOf(StoreFault.class)
                    .hasMessageContaining(file.toString());
        }
        Files.write(file, good);
        assertThat(Rows.all(MemoryStore.open(checkpoint))).hasSize(2);
    }

    @Test
    void aDirectoryOfSomethingElseIsRefused(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("photo.jpg"), "x");

        assertThatThrownBy(() -> MemoryStore.open(directory))
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining("no memory store");
        assertThatThrownBy(() -> MemoryStore.open(directory.resolve("missing"))).isInstanceOf(StoreFault.class);
    }
}
