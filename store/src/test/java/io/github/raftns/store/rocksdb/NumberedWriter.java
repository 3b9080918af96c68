package io.github.raftns.store.rocksdb;

import static io.github.raftns.store.Rows.bytes;

import io.github.raftns.store.Acknowledgements;
import io.github.raftns.store.Reads;
import io.github.raftns.store.WriteBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/** The victim: writes batch after batch and says after each one that it is written, until it is killed. */
final class NumberedWriter {
    /** Small, so that files are written, merged and deleted all the time. */
    static final RocksSettings SETTINGS = RocksSettings.defaults().withMemtableBytes(64 << 10);

    private static final byte[] APPLIED = bytes("applied");

    private NumberedWriter() {}

    public static void main(String[] arguments) throws IOException {
        Acknowledgements acknowledgements = new Acknowledgements();
        try (RocksStore store = RocksStore.open(Path.of(arguments[0]), SETTINGS)) {
            for (long number = applied(store) + 1; ; number++) {
                store.write(batch(number));
                acknowledgements.done(number);
            }
        }
    }

    /** What batch number n always consists of: some rows, some deletes, and its number. */
    static WriteBatch batch(long number) {
        Random random = new Random(number);
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < 5; i++) {
            byte[] value = new byte[random.nextInt(200)];
            random.nextBytes(value);
            batch.put(bytes("row " + random.nextInt(300)), value);
        }
        batch.delete(bytes("row " + random.nextInt(300)));
        batch.delete(bytes("row " + random.nextInt(300)));
        return batch.put(APPLIED, bytes(Long.toString(number)));
    }

    static long applied(Reads reads) {
        byte[] value = reads.get(APPLIED);
        return value == null ? 0 : Long.parseLong(new String(value, StandardCharsets.UTF_8));
    }
}
