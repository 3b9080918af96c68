package io.github.raftns.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.store.Disk;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.Rows;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The memory store is the model: whatever is done to both, in whatever order, they hold the same rows. */
class StoresAgreeTest {
    private static final RocksSettings SETTINGS = RocksSettings.defaults();

    @Property(tries = 40)
    void theDurableStoreHoldsWhatTheMemoryStoreHolds(@ForAll("steps") List<Step> steps) throws IOException {
        Path root = Files.createTempDirectory("stores-agree");
        try (Pair pair = new Pair(root)) {
            for (Step step : steps) {
                step.take(pair);
                pair.assertEqual();
            }
        } finally {
            Disk.deleteTree(root);
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<byte[]> keys = Arbitraries.of((byte) 0, (byte) 1, (byte) 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF)
                .array(byte[].class)
                .ofMaxSize(3);
        Arbitrary<byte[]> values = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        Arbitrary<Write> writes =
                Combinators.combine(keys, values.injectNull(0.3)).as(Write::new);
        Arbitrary<Step> batches = writes.list().ofMaxSize(12).map(list -> new Step("write " + list) {
            @Override
            void take(Pair pair) {
                pair.write(list);
            }
        });
        Arbitrary<Step> scans = keys.map(prefix -> new Step("scan " + Arrays.toString(prefix)) {
            @Override
            void take(Pair pair) {
                assertThat(Rows.below(pair.rocks, prefix)).isEqualTo(Rows.below(pair.memory, prefix));
            }
        });
        Arbitrary<Step> others = Arbitraries.of(
                new Step("snapshot") {
                    @Override
                    void take(Pair pair) {
                        pair.snapshot();
                    }
                },
                new Step("reopen") {
                    @Override
                    void take(Pair pair) {
                        pair.reopen();
                    }
                },
                new Step("checkpoint") {
                    @Override
                    void take(Pair pair) {
                        pair.goOnFromCheckpoints();
                    }
                });
        return Arbitraries.frequencyOf(Tuple.of(12, batches), Tuple.of(4, scans), Tuple.of(2, others))
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    private abstract static class Step {
        private final String text;

        Step(String text) {
            this.text = text;
        }

        abstract void take(Pair pair);

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class Write {
        private final byte[] key;
        private final byte[] value;

        Write(byte[] key, byte[] value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public String toString() {
            return Arrays.toString(key) + (value == null ? " deleted" : " = " + Arrays.toString(value));
        }
    }

    /** The two stores, and a snapshot of both taken at the same moment. */
    private static final class Pair implements AutoCloseable {
        private final Path root;
        private int directories;
        private Path directory;
        private KeyValueStore rocks;
        private KeyValueStore memory;
        private StoreSnapshot rocksThen;
        private StoreSnapshot memoryThen;

        Pair(Path root) {
            this.root = root;
            this.directory = fresh();
            Disk.createDirectory(directory);
            this.rocks = RocksStore.open(directory, SETTINGS);
            this.memory = new MemoryStore();
            this.rocksThen = rocks.snapshot();
            this.memoryThen = memory.snapshot();
        }

        void write(List<Write> writes) {
            rocks.write(batch(writes));
            memory.write(batch(writes));
        }

        void snapshot() {
            rocksThen.close();
            memoryThen.close();
            rocksThen = rocks.snapshot();
            memoryThen = memory.snapshot();
        }

        void reopen() {
            rocksThen.close();
            memoryThen.close();
            rocks.close();
            rocks = RocksStore.open(directory, SETTINGS);
            rocksThen = rocks.snapshot();
            memoryThen = memory.snapshot();
        }

        void goOnFromCheckpoints() {
            Path ofRocks = fresh();
            Path ofMemory = fresh();
            rocks.checkpoint(ofRocks);
            memory.checkpoint(ofMemory);
            rocks.close(); // the snapshots of before go on
            memory.close();
            directory = ofRocks;
            rocks = RocksStore.open(ofRocks, SETTINGS);
            memory = MemoryStore.open(ofMemory);
        }

        void assertEqual() {
            assertThat(Rows.all(rocks)).isEqualTo(Rows.all(memory));
            assertThat(Rows.all(rocksThen)).isEqualTo(Rows.all(memoryThen));
        }

        private Path fresh() {
            return root.resolve(Integer.toString(directories++));
        }

        private static WriteBatch batch(List<Write> writes) {
            WriteBatch batch = new WriteBatch();
            for (Write write : writes) {
                if (write.value == null) {
                    batch.delete(write.key);
                } else {
                    batch.put(write.key, write.value);
                }
            }
            return batch;
        }

        @Override
        public void close() {
            rocksThen.close();
            memoryThen.close();
            rocks.close();
            memory.close();
        }
    }
}
