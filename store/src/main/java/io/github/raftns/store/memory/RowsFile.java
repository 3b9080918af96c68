package io.github.raftns.store.memory;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The file a memory store's checkpoint consists of: magic, count, rows in order, checksum of all before. */
final class RowsFile {
    static final String NAME = "rows.bin";

    private static final int MAGIC = 0x524E5331;
    private static final int CHECKSUM_BYTES = Long.BYTES;

    private RowsFile() {}

    static void write(Path file, SortedRows rows) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeInt(MAGIC);
            out.writeInt(rows.size());
            rows.scan(new byte[0], (key, value) -> {
                writeRow(out, key, value);
                return true;
            });
            out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException e) {
            throw Disk.fault("encode", file, e);
        }
        Disk.write(file, bytes.toByteArray());
    }

    static SortedRows read(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw Disk.fault("read", file, e);
        }
        int length = bytes.length - CHECKSUM_BYTES;
        if (length < 0 || ByteBuffer.wrap(bytes).getLong(length) != checksum(bytes, length)) {
            throw new StoreFault(file + " is damaged: its checksum does not match");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length))) {
            if (in.readInt() != MAGIC) {
                throw new StoreFault(file + " is not a file of a memory store");
            }
            return readRows(in);
        } catch (IOException e) {
            throw Disk.fault("decode", file, e);
        }
    }

    private static SortedRows readRows(DataInputStream in) throws IOException {
        SortedRows rows = SortedRows.EMPTY;
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            byte[] key = in.readNBytes(in.readInt());
            byte[] value = in.readNBytes(in.readInt());
            rows = rows.with(key, value);
        }
        return rows;
    }

    private static void writeRow(DataOutputStream out, byte[] key, byte[] value) {
        try {
            out.writeInt(key.length);
            out.write(key);
            out.writeInt(value.length);
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the stream is an array
        }
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return sum.getValue();
    }
}
