package io.github.raftns.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.store.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RocksLibraryTest {
    @Test
    @Timeout(60)
    void aLibraryThatCannotBeLoadedIsAFaultThatSaysWhatToDo(@TempDir Path directory) throws Exception {
        try (ChildJvm probe = ChildJvm.start(LibraryProbe.class, directory.resolve("no such directory"), directory)) {
            List<String> said = probe.awaitEnd();

            assertThat(said).hasSize(2).allSatisfy(line -> assertThat(line)
                    .contains("cannot load RocksDB's native library")
                    .contains("java.io.tmpdir"));
        }
    }
}
