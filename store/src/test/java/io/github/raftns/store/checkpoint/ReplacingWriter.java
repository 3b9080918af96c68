package io.github.raftns.store.checkpoint;

import static io.github.raftns.store.Rows.bytes;

import io.github.raftns.store.Acknowledgements;
import io.github.raftns.store.Disk;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.Reads;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * The victim: sets all rows to "clean n", takes a checkpoint, sets them to "dirty n", goes back to the checkpoint by replacing the
 * store, and says n; then the same with n + 1, until it is killed.
 */
final class ReplacingWriter {
    static final RocksSettings SETTINGS = RocksSettings.defaults().withMemtableBytes(64 << 10);

    static final String CLEAN = "clean";

    private static final int ROWS = 200;

    private ReplacingWriter() {}

    public static void main(String[] arguments) throws IOException {
        Acknowledgements acknowledgements = new Acknowledgements();
        Path work = Path.of(arguments[1]);
        Disk.deleteTree(work);
        Disk.createDirectory(work);
        try (StateDirectory state = StateDirectory.open(Path.of(arguments[0]), RocksStore.opener(SETTINGS))) {
            for (long number = Stamp.of(state.current()).number() + 1; ; number++) {
                Path checkpoint = work.resolve("checkpoint-" + number);
                KeyValueStore store = state.current();
                store.write(rows(CLEAN, number));
                store.checkpoint(checkpoint);
                CheckpointWriter.seal(checkpoint, number, 1, "none");
                store.write(rows("dirty", number));
                state.replaceWith(CheckpointVerifier.verify(checkpoint));
                Disk.deleteTree(checkpoint);
                acknowledgements.done(number);
            }
        }
    }

    private static WriteBatch rows(String word, long number) {
        WriteBatch batch = new WriteBatch();
        for (int row = 0; row < ROWS; row++) {
            batch.put(bytes("row " + row), bytes(word + " " + number));
        }
        return batch;
    }

    /** What all rows say. */
    record Stamp(String word, long number) {
        static Stamp of(Reads reads) {
            Set<String> found = new TreeSet<>();
            int[] rows = {0};
            reads.scan(new byte[0], (key, value) -> {
                found.add(new String(value, StandardCharsets.UTF_8));
                rows[0]++;
                return true;
            });
            if (found.isEmpty()) {
                return new Stamp(CLEAN, 0);
            }
            if (found.size() != 1 || rows[0] != ROWS) {
                throw new AssertionError("not one whole state but " + rows[0] + " rows of " + found);
            }
            String text = found.iterator().next();
            int space = text.indexOf(' ');
            return new Stamp(text.substring(0, space), Long.parseLong(text.substring(space + 1)));
        }
    }
}
