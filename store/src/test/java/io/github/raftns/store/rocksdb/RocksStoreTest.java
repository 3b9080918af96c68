package io.github.raftns.store.rocksdb;

import static io.github.raftns.store.Rows.bytes;
import static io.github.raftns.store.Rows.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.store.KeyValueStoreContract;
import io.github.raftns.store.Rows;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class RocksStoreTest implements KeyValueStoreContract {
    private static final RocksSettings SETTINGS = RocksSettings.defaults();

    @Override
    public StoreOpener opener() {
        return RocksStore.opener(SETTINGS);
    }

    @Test
    void aReopenedStoreHasWhatWasWritten(@TempDir Path directory) {
        try (RocksStore store = RocksStore.open(directory, SETTINGS)) {
            store.write(new WriteBatch().put(bytes("a"), bytes("1")));
        }
        try (RocksStore store = RocksStore.open(directory, SETTINGS)) {
            assertThat(store.get(bytes("a"))).isEqualTo(bytes("1"));
            store.write(new WriteBatch().put(bytes("b"), bytes("2")));
        }
        try (RocksStore store = RocksStore.open(directory, SETTINGS)) {
            assertThat(Rows.all(store)).hasSize(2);
        }
    }

    @Test
    void aStoreInUseIsRefusedByThatNameEvenWhenOnlyAHandleIsLeft(@TempDir Path directory) {
        RocksStore store = RocksStore.open(directory, SETTINGS);
        assertInUse(directory);
        StoreSnapshot handle = store.snapshot();
        store.close();
        assertInUse(directory);
        handle.close();

        RocksStore.open(directory, SETTINGS).close();
    }

    private static void assertInUse(Path directory) {
        assertThatThrownBy(() -> RocksStore.open(directory, SETTINGS))
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining("in use")
                .hasMessageContaining(directory.toString());
    }

    @Test
    void somethingElseIsRefusedAndLeftAsItWas(@TempDir Path parent) throws Exception {
        Path photos = Files.createDirectory(parent.resolve("photos"));
        Files.writeString(photos.resolve("photo.jpg"), "x");
        assertRefused(photos, "not a store of ours", "photo.jpg");
        assertThat(names(photos)).containsExactly("photo.jpg");

        assertRefused(parent.resolve("missing"), "not a directory", "missing");
        assertRefused(photos.resolve("photo.jpg"), "not a directory", "photo.jpg");
    }

    @Test
    void aDatabaseOfSomebodyElseIsRefusedAndLeftAsItWas(@TempDir Path directory) throws Exception {
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB foreign = RocksDB.open(options, directory.toString())) {
            foreign.put(bytes("theirs"), bytes("1"));
        }
        assertRefused(directory, "not a store of ours", "somebody else");
        try (Options options = new Options();
                RocksDB foreign = RocksDB.open(options, directory.toString())) {
            assertThat(foreign.get(bytes("theirs"))).isEqualTo(bytes("1"));
        }
    }

    @Test
    void aDatabaseThatLostItsCurrentFileIsNotBegunAnew(@TempDir Path directory) throws Exception {
        try (RocksStore store = RocksStore.open(directory, SETTINGS)) {
            store.write(new WriteBatch().put(bytes("a"), bytes("1")));
        }
        Files.delete(directory.resolve("CURRENT"));

        assertRefused(directory, "no CURRENT file", ".log");
    }

    /** Between the birth of a database and its first row a crash leaves one of these. */
    @Test
    void aStoreWhoseFirstOpeningWasCutShortOpensEmpty(@TempDir Path parent) throws Exception {
        Path unborn = Files.createDirectory(parent.resolve("unborn"));
        for (String name : List.of("LOCK", "LOG", "IDENTITY", "MANIFEST-000001", "000001.dbtmp")) {
            Files.createFile(unborn.resolve(name));
        }
        Path rowless = Files.createDirectory(parent.resolve("rowless"));
        try (Options options = new Options().setCreateIfMissing(true)) {
            RocksDB.open(options, rowless.toString()).close();
        }
        for (Path directory : List.of(unborn, rowless)) {
            try (RocksStore store = RocksStore.open(directory, SETTINGS)) {
                assertThat(Rows.all(store)).isEmpty();
                store.write(new WriteBatch().put(bytes("a"), bytes("1")));
            }
            try (RocksStore store = RocksStore.open(directory, SETTINGS)) {
                assertThat(Rows.all(store)).hasSize(1);
            }
        }
    }

    @Test
    void aDamagedBlockIsAFaultOfGetAndOfScanAndNeverAnEnd(@TempDir Path parent) throws Exception {
        Path checkpoint = parent.resolve("checkpoint");
        try (RocksStore store = RocksStore.open(Files.createDirectory(parent.resolve("store")), SETTINGS)) {
            Random random = new Random(7);
            WriteBatch batch = new WriteBatch();
            for (int i = 0; i < 2000; i++) {
                byte[] value = new byte[100];
                random.nextBytes(value);
                batch.put(bytes("row %05d".formatted(i)), value);
            }
            store.write(batch);
            store.checkpoint(checkpoint);
        }
        damageTheMiddleOf(onlySst(checkpoint));

        try (RocksStore store = RocksStore.open(checkpoint, SETTINGS)) {
            assertThatThrownBy(() -> Rows.all(store))
                    .isInstanceOf(StoreFault.class)
                    .hasMessageContaining("cannot scan")
                    .hasMessageContaining(checkpoint.toString());
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 2000; i++) {
                            store.get(bytes("row %05d".formatted(i)));
                        }
                    })
                    .isInstanceOf(StoreFault.class)
                    .hasMessageContaining("cannot read");
        }
    }

    @Test
    void theFirstKeyAfterAPrefixIsNoneBehindBytesThatCannotGrow() {
        assertThat(RocksRows.firstAfter(hex("61"))).isEqualTo(hex("62"));
        assertThat(RocksRows.firstAfter(hex("61ff"))).isEqualTo(hex("62"));
        assertThat(RocksRows.firstAfter(hex("7f"))).isEqualTo(hex("80"));
        assertThat(RocksRows.firstAfter(hex("fffe"))).isEqualTo(hex("ffff"));
        assertThat(RocksRows.firstAfter(hex("ffff"))).isNull();
        assertThat(RocksRows.firstAfter(new byte[0])).isNull();
    }

    @Test
    void settingsOutOfBoundsDoNotExist() {
        assertThatThrownBy(() -> SETTINGS.withBlockCacheBytes(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blockCacheBytes");
        assertThatThrownBy(() -> SETTINGS.withMemtableBytes(1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRefused(Path directory, String... words) {
        assertThatThrownBy(() -> RocksStore.open(directory, SETTINGS))
                .isInstanceOf(StoreFault.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContainingAll(words);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    private static Path onlySst(Path directory) throws IOException {
        List<String> found =
                names(directory).stream().filter(name -> name.endsWith(".sst")).toList();
        assertThat(found).hasSize(1);
        return directory.resolve(found.get(0));
    }

    private static void damageTheMiddleOf(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long middle = bytes.length() / 2;
            bytes.seek(middle);
            int was = bytes.read();
            bytes.seek(middle);
            bytes.write(was ^ 0xFF);
        }
    }
}
