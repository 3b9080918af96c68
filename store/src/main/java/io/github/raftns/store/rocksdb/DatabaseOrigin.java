package io.github.raftns.store.rocksdb;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Tells a database of ours from anything else, before it is opened for writing and so changed.
 *
 * <p>Ours has the default column family, always empty, and one whose name says who wrote it and in which layout. What a
 * crash during the very first opening leaves behind is ours too: it holds no row yet.
 */
final class DatabaseOrigin {
    /** The column family of the rows; another layout gets another name. */
    static final byte[] ROWS = "raftns.rows.v1".getBytes(StandardCharsets.US_ASCII);

    private static final List<String> DEFAULT_ALONE = List.of("default");
    private static final List<String> OURS = List.of("default", new String(ROWS, StandardCharsets.US_ASCII));
    // what RocksDB writes before its CURRENT file exists, hence before there can be a row
    private static final Pattern UNBORN = Pattern.compile("LOG.*|LOCK|IDENTITY|MANIFEST-000001|.*\\.dbtmp");

    private DatabaseOrigin() {}

    /** @throws StoreFault when the directory holds something that is not a store of ours */
    static void check(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new StoreFault("cannot open the store at " + directory + ": it is not a directory");
        }
        if (!Files.exists(directory.resolve("CURRENT"))) {
            checkUnborn(directory);
            return;
        }
        try (Options options = new Options()) {
            List<String> families = RocksDB.listColumnFamilies(options, directory.toString()).stream()
                    .map(name -> new String(name, StandardCharsets.US_ASCII))
                    .toList();
            if (families.equals(DEFAULT_ALONE)) {
                checkRowless(directory, options);
            } else if (!families.equals(OURS)) {
                throw foreign(directory, "a RocksDB with the column families " + families + ", not " + OURS);
            }
        } catch (RocksDBException e) {
            throw new StoreFault("cannot read what the store at " + directory + " consists of: " + e.getMessage(), e);
        }
    }

    private static void checkUnborn(Path directory) {
        for (Path entry : Disk.list(directory)) {
            String name = entry.getFileName().toString();
            if (!UNBORN.matcher(name).matches()) {
                throw foreign(directory, "no CURRENT file, yet " + name);
            }
        }
    }

    private static void checkRowless(Path directory, Options options) throws RocksDBException {
        try (RocksDB database = RocksDB.openReadOnly(options, directory.toString())) {
            if (database.getLatestSequenceNumber() != 0) {
                throw foreign(directory, "a RocksDB of somebody else, with rows in the default column family");
            }
        }
    }

    private static StoreFault foreign(Path directory, String found) {
        return new StoreFault(
                "cannot open the store at " + directory + ": it is not a store of ours, it holds " + found);
    }
}
