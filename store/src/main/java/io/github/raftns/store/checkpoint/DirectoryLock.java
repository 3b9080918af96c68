package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a second user, of this process or another, out of a directory. Ends with the process at the latest. Any thread. */
public final class DirectoryLock {
    /** The file that is locked; it stays when the lock is given up. */
    public static final String FILE_NAME = "LOCK";

    // Beside the lock of the operating system, which belongs to the process: to open and close the file once more, if
    // only to try, would give it up. So a second try within the process must not touch the file.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path held;
    private final FileChannel channel;

    private DirectoryLock(Path held, FileChannel channel) {
        this.held = held;
        this.channel = channel;
    }

    /** @throws StoreFault when somebody else has it, or the directory cannot be written */
    public static DirectoryLock of(Path directory) {
        Path held = realPath(directory);
        if (!HELD.add(held)) {
            throw inUse(directory, "this process");
        }
        FileChannel locked = null;
        try {
            locked = lock(held.resolve(FILE_NAME));
        } finally {
            if (locked == null) {
                HELD.remove(held);
            }
        }
        if (locked == null) {
            throw inUse(directory, "another process");
        }
        return new DirectoryLock(held, locked);
    }

    /** Once. */
    public void release() {
        try {
            channel.close();
        } catch (IOException e) {
            throw Disk.fault("unlock", held, e);
        } finally {
            HELD.remove(held);
        }
    }

    /** Null when somebody else has it. */
    private static FileChannel lock(Path file) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
            if (channel.tryLock() != null) {
                return channel;
            }
            channel.close();
            return null;
        } catch (IOException e) {
            throw Disk.fault("lock", file, e);
        }
    }

    private static Path realPath(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            throw Disk.fault("find", directory, e);
        }
    }

    private static StoreFault inUse(Path directory, String by) {
        return new StoreFault(directory + " is in use by " + by);
    }
}
