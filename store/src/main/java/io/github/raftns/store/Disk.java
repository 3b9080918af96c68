package io.github.raftns.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * What must be done so that a file is still there after a power failure: its content, its name, its replacement.
 *
 * <p>Every failure is a {@link StoreFault} that names the path and what was tried. Any thread.
 */
public final class Disk {
    private Disk() {}

    /** Puts the content of a file, or the names in a directory, on the disk. */
    public static void sync(Path path) {
        StandardOpenOption how = Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        } catch (IOException e) {
            throw fault("sync", path, e);
        }
    }

    /** Makes a directory whose parent exists and puts its name on the disk. */
    public static void createDirectory(Path directory) {
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw fault("create the directory", directory, e);
        }
        sync(directory.toAbsolutePath().getParent());
    }

    /** Writes a new file and puts its content, but not yet its name, on the disk. */
    public static void write(Path file, byte[] content) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            throw fault("write", file, e);
        }
    }

    /** Gives a file a new content: after a crash it has the old one or the new one, whole. A sibling ending in .tmp is used. */
    public static void replace(Path file, byte[] content) {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(fresh);
            write(fresh, content);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw fault("replace", file, e);
        }
        sync(file.toAbsolutePath().getParent());
    }

    /** The names in a directory, in order. */
    public static List<Path> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw fault("list", directory, e);
        }
    }

    /** Deletes a directory of plain files, and itself. Nothing there is as good. */
    public static void deleteTree(Path path) {
        try {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                list(path).forEach(Disk::deleteTree);
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw fault("delete", path, e);
        }
    }

    /** The bytes of all files below a directory; files that vanish meanwhile do not count. */
    public static long bytesBelow(Path path) {
        try {
            if (!Files.isDirectory(path)) {
                return Files.size(path);
            }
            long sum = 0;
            for (Path entry : list(path)) {
                sum += bytesBelow(entry);
            }
            return sum;
        } catch (NoSuchFileException e) {
            return 0; // deleted by its owner between the listing and the question
        } catch (IOException e) {
            throw fault("measure", path, e);
        }
    }

    /** A fault that says what could not be done with which path. */
    public static StoreFault fault(String operation, Path path, IOException e) {
        return new StoreFault("cannot " + operation + " " + path + ": " + e, e);
    }
}
