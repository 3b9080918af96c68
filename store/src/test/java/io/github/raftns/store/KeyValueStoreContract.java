package io.github.raftns.store;

import static io.github.raftns.store.Rows.bytes;
import static io.github.raftns.store.Rows.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every store promises. An implementation's test implements this and says how its stores are opened. */
public interface KeyValueStoreContract {
    int READERS = 4;

    StoreOpener opener();

    private KeyValueStore empty(Path parent, Runnable released) {
        Path directory = parent.resolve("store");
        Disk.createDirectory(directory);
        return opener().open(directory, released);
    }

    private KeyValueStore empty(Path parent) {
        return empty(parent, () -> {});
    }

    @Test
    default void anAbsentKeyHasNoValueAndAnEmptyValueIsOne(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            store.write(new WriteBatch().put(bytes("a"), new byte[0]));

            assertThat(store.get(bytes("a"))).isEmpty();
            assertThat(store.get(bytes("b"))).isNull();
        }
    }

    @Test
    default void keysAreOrderedAsUnsignedBytes(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            List<String> keys = List.of("00", "0000", "01", "7f", "7fff", "80", "8000", "fe", "ff", "ff00", "ffff");
            WriteBatch batch = new WriteBatch();
            for (int i = keys.size() - 1; i >= 0; i--) {
                batch.put(hex(keys.get(i)), bytes("v"));
            }
            store.write(batch);

            assertThat(Rows.all(store).keySet()).containsExactlyElementsOf(keys);
        }
    }

    @Test
    default void aScanVisitsExactlyTheRowsBelowItsPrefix(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            WriteBatch batch = new WriteBatch();
            for (String key : List.of(
                    "00", "61", "6162", "6162ff", "616300", "61ff", "61ffff", "62", "ff", "ff00", "ffff", "ffff01")) {
                batch.put(hex(key), hex(key));
            }
            store.write(batch);

            assertThat(Rows.below(store, hex("61")).keySet())
                    .containsExactly("61", "6162", "6162ff", "616300", "61ff", "61ffff");
            assertThat(Rows.below(store, hex("6162")).keySet()).containsExactly("6162", "6162ff");
            assertThat(Rows.below(store, hex("61ff")).keySet()).containsExactly("61ff", "61ffff");
            assertThat(Rows.below(store, hex("ff")).keySet()).containsExactly("ff", "ff00", "ffff", "ffff01");
            assertThat(Rows.below(store, hex("ffff")).keySet()).containsExactly("ffff", "ffff01");
            assertThat(Rows.below(store, hex("ffffff"))).isEmpty();
            assertThat(Rows.below(store, hex("63"))).isEmpty();
        }
    }

    @Test
    default void aScanEndsWhenItsVisitorHasSeenEnough(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            WriteBatch batch = new WriteBatch();
            for (int i = 0; i < 100; i++) {
                batch.put(new byte[] {(byte) i}, bytes("v"));
            }
            store.write(batch);
            List<Byte> seen = new ArrayList<>();

            store.scan(new byte[0], (key, value) -> {
                seen.add(key[0]);
                return seen.size() < 5;
            });

            assertThat(seen).containsExactly((byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4);
        }
    }

    @Test
    default void theWritesOfABatchCountInTheirOrder(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            store.write(new WriteBatch().put(bytes("gone"), bytes("old")));
            store.write(new WriteBatch()
                    .put(bytes("a"), bytes("1"))
                    .delete(bytes("a"))
                    .put(bytes("a"), bytes("2"))
                    .put(bytes("b"), bytes("1"))
                    .delete(bytes("b"))
                    .delete(bytes("gone"))
                    .delete(bytes("never there")));

            assertThat(Rows.all(store)).isEqualTo(Map.of("61", "32"));
        }
    }

    @Test
    default void anEmptyBatchChangesNothing(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            store.write(new WriteBatch().put(bytes("a"), bytes("1")));
            store.write(new WriteBatch());

            assertThat(Rows.all(store)).isEqualTo(Map.of("61", "31"));
        }
    }

    @Test
    default void arraysHandedOutAreTheReadersOwn(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            store.write(new WriteBatch().put(bytes("key"), bytes("value")));

            store.get(bytes("key"))[0] = 'X';
            store.scan(new byte[0], (key, value) -> {
                key[0] = 'X';
                value[0] = 'X';
                return true;
            });

            assertThat(store.get(bytes("key"))).isEqualTo(bytes("value"));
            assertThat(Rows.all(store)).hasSize(1);
        }
    }

    @Test
    default void aSnapshotKeepsTheContentOfItsMoment(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            store.write(new WriteBatch().put(bytes("a"), bytes("1")).put(bytes("b"), bytes("1")));
            Map<String, String> before = Rows.all(store);
            try (StoreSnapshot snapshot = store.snapshot()) {
                store.write(new WriteBatch()
                        .put(bytes("a"), bytes("2"))
                        .delete(bytes("b"))
                        .put(bytes("c"), bytes("2")));

                assertThat(Rows.all(snapshot)).isEqualTo(before);
                assertThat(snapshot.get(bytes("a"))).isEqualTo(bytes("1"));
                assertThat(snapshot.get(bytes("c"))).isNull();
                assertThat(Rows.below(snapshot, bytes("b"))).hasSize(1);
            }
            assertThat(store.get(bytes("b"))).isNull();
        }
    }

    @Test
    default void aCheckpointOpensWithTheContentOfItsMoment(@TempDir Path parent) {
        Path checkpoint = parent.resolve("checkpoint");
        Map<String, String> then;
        try (KeyValueStore store = empty(parent)) {
            WriteBatch batch = new WriteBatch();
            for (int i = 0; i < 1000; i++) {
                batch.put(bytes("row " + i), bytes("value " + i));
            }
            store.write(batch);
            store.write(new WriteBatch().delete(bytes("row 7")));
            then = Rows.all(store);

            store.checkpoint(checkpoint);
            store.write(new WriteBatch().put(bytes("later"), bytes("x")).delete(bytes("row 1")));
        }
        try (KeyValueStore reopened = opener().open(checkpoint, () -> {})) {
            assertThat(Rows.all(reopened)).isEqualTo(then).hasSize(999);
            reopened.write(new WriteBatch().put(bytes("it goes on"), bytes("y")));
            assertThat(reopened.get(bytes("it goes on"))).isEqualTo(bytes("y"));
        }
    }

    @Test
    default void aCheckpointOfAnEmptyStoreIsAnEmptyStore(@TempDir Path parent) {
        Path checkpoint = parent.resolve("checkpoint");
        try (KeyValueStore store = empty(parent)) {
            store.checkpoint(checkpoint);
        }
        try (KeyValueStore reopened = opener().open(checkpoint, () -> {})) {
            assertThat(Rows.all(reopened)).isEmpty();
        }
    }

    @Test
    default void aCheckpointIsNotWrittenOverAnything(@TempDir Path parent) throws Exception {
        Path taken = Files.createDirectory(parent.resolve("taken"));
        try (KeyValueStore store = empty(parent)) {
            assertThatThrownBy(() -> store.checkpoint(taken))
                    .isInstanceOf(StoreFault.class)
                    .hasMessageContaining(taken.toString());
            assertThatThrownBy(
                            () -> store.checkpoint(parent.resolve("no parent").resolve("checkpoint")))
                    .isInstanceOf(StoreFault.class)
                    .hasMessageContaining("no parent");
            store.write(new WriteBatch().put(bytes("still"), bytes("alive")));
        }
    }

    @Test
    default void aStoreIsReleasedOnceWhenTheLastHandleIsClosed(@TempDir Path parent) {
        AtomicInteger released = new AtomicInteger();
        KeyValueStore store = empty(parent, released::incrementAndGet);
        store.write(new WriteBatch().put(bytes("a"), bytes("1")));
        StoreSnapshot first = store.snapshot();
        StoreSnapshot second = store.snapshot();

        store.close();
        store.close();
        assertThat(Rows.all(first)).isEqualTo(Map.of("61", "31"));
        first.close();
        first.close();
        assertThat(second.get(bytes("a"))).isEqualTo(bytes("1"));
        assertThat(released).hasValue(0);

        second.close();
        assertThat(released).hasValue(1);
        second.close();
        store.close();
        assertThat(released).hasValue(1);
    }

    @Test
    default void aClosedStoreRefusesEverything(@TempDir Path parent) {
        KeyValueStore store = empty(parent);
        StoreSnapshot stillOpen = store.snapshot();
        store.close();

        assertRefused(() -> store.get(bytes("a")));
        assertRefused(() -> store.scan(bytes("a"), (key, value) -> true));
        assertRefused(() -> store.write(new WriteBatch().put(bytes("a"), bytes("1"))));
        assertRefused(store::snapshot);
        assertRefused(() -> store.checkpoint(parent.resolve("checkpoint")));

        stillOpen.close();
        assertRefused(() -> store.get(bytes("a")));
        assertRefused(() -> stillOpen.get(bytes("a")));
        assertRefused(() -> stillOpen.scan(bytes("a"), (key, value) -> true));
    }

    @Test
    default void aClosedSnapshotIsRefusedThoughItsStoreIsOpen(@TempDir Path parent) {
        try (KeyValueStore store = empty(parent)) {
            StoreSnapshot snapshot = store.snapshot();
            snapshot.close();

            assertRefused(() -> snapshot.get(bytes("a")));
            assertThat(store.get(bytes("a"))).isNull();
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    /** Each batch sets all rows to one number, so whoever sees two numbers has seen half a batch. */
    @Test
    @Timeout(60)
    default void readersBesideTheWriterSeeWholeBatchesAlone(@TempDir Path parent) throws Exception {
        int batches = 2000;
        AtomicInteger released = new AtomicInteger();
        KeyValueStore store = empty(parent, released::incrementAndGet);
        store.write(rowsSetTo(0));
        CountDownLatch reading = new CountDownLatch(READERS);
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(threads.submit(reader(store, i % 2 == 0, reading)));
            }
            reading.await();
            for (int i = 1; i <= batches; i++) {
                store.write(rowsSetTo(i));
            }
            store.close(); // under the readers' hands: they must be refused, not crashed

            for (Future<Integer> reader : readers) {
                assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
            }
            assertThat(released).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private static WriteBatch rowsSetTo(int number) {
        WriteBatch batch = new WriteBatch();
        for (int row = 0; row < 20; row++) {
            batch.put(new byte[] {'r', (byte) (row * 12)}, bytes("number " + number));
        }
        return batch;
    }

    /** Reads until it is refused; returns how often it had read by then. */
    private static Callable<Integer> reader(KeyValueStore store, boolean bySnapshot, CountDownLatch reading) {
        return () -> {
            int reads = 0;
            while (true) {
                try {
                    if (bySnapshot) {
                        try (StoreSnapshot snapshot = store.snapshot()) {
                            assertOneNumber(snapshot);
                            assertThat(snapshot.get(new byte[] {'r', 0})).isNotNull();
                            assertOneNumber(snapshot);
                        }
                    } else {
                        assertOneNumber(store);
                    }
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessageContaining("closed");
                    return reads;
                }
                if (reads++ == 0) {
                    reading.countDown();
                }
            }
        };
    }

    private static void assertOneNumber(Reads reads) {
        Map<String, String> rows = Rows.below(reads, bytes("r"));
        assertThat(rows).hasSize(20);
        assertThat(List.copyOf(rows.values()))
                .containsOnly(rows.values().iterator().next());
    }
}
