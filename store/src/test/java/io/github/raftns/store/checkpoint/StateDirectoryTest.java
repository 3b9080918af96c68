package io.github.raftns.store.checkpoint;

import static io.github.raftns.store.Rows.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.store.Disk;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.Rows;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.memory.MemoryStore;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StateDirectoryTest {
    private static final StoreOpener ROCKS = RocksStore.opener(RocksSettings.defaults());

    @TempDir
    private Path parent;

    private Path directory;

    @BeforeEach
    void name() {
        directory = parent.resolve("state");
    }

    static List<StoreOpener> openers() {
        return List.of(ROCKS, MemoryStore.opener());
    }

    @ParameterizedTest
    @MethodSource("openers")
    void aReplacedStateIsThatOfTheCheckpoint(StoreOpener opener) {
        try (StateDirectory state = StateDirectory.open(directory, opener)) {
            VerifiedCheckpoint checkpoint = checkpointOf(state, "1");
            put(state.current(), "2");

            KeyValueStore replaced = state.replaceWith(checkpoint);

            assertThat(replaced).isSameAs(state.current());
            assertThat(replaced.get(bytes("a"))).isEqualTo(bytes("1"));
            Disk.deleteTree(checkpoint.directory());
            put(state.current(), "3");
            assertThat(state.current().get(bytes("a"))).isEqualTo(bytes("3"));
            assertThat(names()).containsExactly("CURRENT-GENERATION", "LOCK", "generation-2");
        }
    }

    @Test
    void theStateGoesOnAfterReopeningBeforeAndAfterAReplacement() {
        VerifiedCheckpoint checkpoint;
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            checkpoint = checkpointOf(state, "1");
            put(state.current(), "2");
        }
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            assertThat(state.current().get(bytes("a"))).isEqualTo(bytes("2"));
            state.replaceWith(checkpoint);
            put(state.current(), "3");
            state.replaceWith(checkpoint);
        }
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            assertThat(state.current().get(bytes("a"))).isEqualTo(bytes("1"));
            assertThat(names()).containsExactly("CURRENT-GENERATION", "LOCK", "generation-3");
        }
        assertThat(CheckpointVerifier.verify(checkpoint.directory()).manifest()).isEqualTo(checkpoint.manifest());
    }

    @Test
    void handlesOfAReplacedStoreStayReadableAndItsFilesGoWithTheLastOne() {
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            VerifiedCheckpoint checkpoint = checkpointOf(state, "1");
            put(state.current(), "2");
            KeyValueStore old = state.current();
            StoreSnapshot first = state.snapshot();
            StoreSnapshot second = state.snapshot();

            state.replaceWith(checkpoint);

            assertThatThrownBy(() -> old.get(bytes("a"))).isInstanceOf(IllegalStateException.class);
            assertThat(first.get(bytes("a"))).isEqualTo(bytes("2"));
            first.close();
            assertThat(second.get(bytes("a"))).isEqualTo(bytes("2"));
            assertThat(names()).contains("generation-1", "generation-2");
            second.close();
            assertThat(names()).containsExactly("CURRENT-GENERATION", "LOCK", "generation-2");
        }
    }

    @Test
    @Timeout(60)
    void readersNeverNoticeAReplacement() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            VerifiedCheckpoint checkpoint = checkpointOf(state, "1");
            AtomicBoolean enough = new AtomicBoolean();
            CountDownLatch reading = new CountDownLatch(2);
            List<Future<Integer>> readers = Stream.of(1, 2)
                    .map(i -> threads.submit(() -> {
                        int reads = 0;
                        while (!enough.get()) {
                            try (StoreSnapshot snapshot = state.snapshot()) {
                                assertThat(snapshot.get(bytes("a"))).isEqualTo(bytes("1"));
                                assertThat(Rows.all(snapshot)).hasSize(1);
                            }
                            reads++;
                            reading.countDown();
                        }
                        return reads;
                    }))
                    .toList();
            reading.await();
            for (int i = 0; i < 20; i++) {
                state.replaceWith(checkpoint);
            }
            enough.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
            }
            assertThat(names()).containsExactly("CURRENT-GENERATION", "LOCK", "generation-21");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aDirectoryInUseIsRefusedUntilItsLastHandleIsClosed() {
        StateDirectory state = StateDirectory.open(directory, ROCKS);
        StoreSnapshot handle = state.snapshot();
        assertRefused("in use by this process");
        state.close();
        state.close();
        assertRefused("in use by this process");
        assertThatThrownBy(state::snapshot).isInstanceOf(IllegalStateException.class);
        handle.close();

        StateDirectory.open(directory, ROCKS).close();
    }

    @Test
    void whatACrashLeftBehindIsDeletedAtOpening() throws Exception {
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            state.replaceWith(checkpointOf(state, "1"));
        }
        Files.createDirectory(directory.resolve("generation-1"));
        Files.writeString(directory.resolve("generation-1").resolve("000004.log"), "retired, not yet deleted");
        Files.createDirectory(directory.resolve("generation-3"));
        Files.writeString(directory.resolve("generation-3").resolve("CURRENT"), "brought over, not yet pointed to");
        Files.writeString(directory.resolve("CURRENT-GENERATION.tmp"), "generation-3");

        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            assertThat(Rows.all(state.current())).isEqualTo(Map.of("61", "31"));
            state.replaceWith(checkpointOf(state, "2"));
            assertThat(names()).containsExactly("CURRENT-GENERATION", "LOCK", "generation-3");
        }
    }

    @Test
    void aCrashAtAnyStepLeavesTheOldStateOrTheNewOne() {
        CrashImages images = new CrashImages(ROCKS, directory, parent.resolve("images"));
        try (StateDirectory state = StateDirectory.open(directory, images)) {
            assertThat(valuesIn(images.drain())).hasSize(2).containsOnly("none");
            VerifiedCheckpoint checkpoint = checkpointOf(state, "new");
            put(state.current(), "old");

            state.replaceWith(checkpoint);

            // one image for each file brought over, two at the opening; two when the old store was let go
            List<String> values = valuesIn(images.drain());
            int before = checkpoint.manifest().files().size() + 2;
            assertThat(values).hasSize(before + 2);
            assertThat(values.subList(0, before)).containsOnly("old");
            assertThat(values.subList(before, before + 2)).containsOnly("new");
        }
    }

    private static List<String> valuesIn(List<Path> images) {
        return images.stream()
                .map(image -> {
                    try (StateDirectory state = StateDirectory.open(image, ROCKS)) {
                        byte[] value = state.current().get(bytes("a"));
                        return value == null ? "none" : new String(value, StandardCharsets.UTF_8);
                    }
                })
                .toList();
    }

    @Test
    void aFirstOpeningCutShortBeforeItsPointerStartsAnew() throws Exception {
        Files.createDirectories(directory.resolve("generation-1"));

        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            assertThat(Rows.all(state.current())).isEmpty();
        }
    }

    @Test
    void aStateIsNeverDeletedBecauseItsPointerIsLost() throws Exception {
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            put(state.current(), "1");
        }
        Path pointer = directory.resolve("CURRENT-GENERATION");
        Files.delete(pointer);
        assertRefused("CURRENT-GENERATION is missing, yet", "generation-1 holds a state");

        Files.writeString(pointer, "../elsewhere\n");
        assertRefused("does not name a generation");
        Files.writeString(pointer, "generation-7\n");
        assertRefused("names generation-7, which is not there");

        Files.writeString(pointer, "generation-1");
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            assertThat(state.current().get(bytes("a"))).isEqualTo(bytes("1"));
        }
    }

    @Test
    void aReplacementThatFailsLeavesTheLiveStoreAsItWas() throws Exception {
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            VerifiedCheckpoint checkpoint = checkpointOf(state, "1");
            put(state.current(), "2");
            Files.writeString(checkpoint.directory().resolve("CURRENT"), "MANIFEST-999999\n"); // after the verification

            assertThatThrownBy(() -> state.replaceWith(checkpoint)).isInstanceOf(StoreFault.class);
            Disk.deleteTree(checkpoint.directory());
            assertThatThrownBy(() -> state.replaceWith(checkpoint)).isInstanceOf(StoreFault.class);

            assertThat(state.current().get(bytes("a"))).isEqualTo(bytes("2"));
            put(state.current(), "3");
            assertThat(names()).containsExactly("CURRENT-GENERATION", "LOCK", "generation-1");
        }
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            assertThat(state.current().get(bytes("a"))).isEqualTo(bytes("3"));
        }
    }

    @Test
    void anOpeningThatFailsLeavesTheDirectoryUnlocked() throws Exception {
        StateDirectory.open(directory, MemoryStore.opener()).close();
        Files.writeString(directory.resolve("generation-1").resolve("photo.jpg"), "x");
        assertRefused("photo.jpg");
        Files.delete(directory.resolve("generation-1").resolve("photo.jpg"));

        StateDirectory.open(directory, ROCKS).close();
    }

    @Test
    void theTotalBytesGrowWithTheState() {
        try (StateDirectory state = StateDirectory.open(directory, ROCKS)) {
            long before = state.totalBytes();
            state.current().write(new WriteBatch().put(bytes("big"), new byte[100_000]));

            assertThat(state.totalBytes()).isBetween(before + 100_000, before + 200_000);
        }
    }

    private VerifiedCheckpoint checkpointOf(StateDirectory state, String value) {
        put(state.current(), value);
        Path checkpoint = parent.resolve("checkpoint-" + value);
        state.current().checkpoint(checkpoint);
        CheckpointWriter.seal(checkpoint, 1, 1, "digest");
        return CheckpointVerifier.verify(checkpoint);
    }

    private static void put(KeyValueStore store, String value) {
        store.write(new WriteBatch().put(bytes("a"), bytes(value)));
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> StateDirectory.open(directory, ROCKS))
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContainingAll(words);
    }

    private List<String> names() {
        return Disk.list(directory).stream()
                .map(entry -> entry.getFileName().toString())
                .toList();
    }
}
