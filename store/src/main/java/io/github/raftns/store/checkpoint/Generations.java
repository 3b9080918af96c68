package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The layout of a state directory: numbered generations, and a pointer that names the one that counts.
 *
 * <p>The pointer is there before anything is written into the first generation, so a generation with content and no
 * pointer means that the pointer was lost, and nothing is deleted then. Used by the owner of the directory alone.
 */
final class Generations {
    static final String POINTER = "CURRENT-GENERATION";

    private static final String PREFIX = "generation-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([1-9][0-9]{0,17})");

    private final Path directory;

    Generations(Path directory) {
        this.directory = directory;
    }

    /** The generation that counts, with all others deleted; the first one, empty, when there was none. */
    Path recover() {
        Path pointer = directory.resolve(POINTER);
        if (Files.exists(pointer)) {
            Path current = directory.resolve(pointedTo(pointer));
            if (!Files.isDirectory(current)) {
                throw new StoreFault(pointer + " names " + current.getFileName() + ", which is not there");
            }
            deleteAllBut(current);
            return current;
        }
        for (Path generation : all()) {
            if (!Disk.list(generation).isEmpty()) {
                throw new StoreFault(pointer + " is missing, yet " + generation + " holds a state: write its name into "
                        + POINTER + " to use it, or delete it to start without");
            }
        }
        deleteAllBut(null);
        Path first = directory.resolve(PREFIX + 1);
        Disk.createDirectory(first);
        pointTo(first);
        return first;
    }

    /** A directory for the next generation; the number was never used by one that may still have readers. */
    Path next() {
        long highest = all().stream().mapToLong(Generations::number).max().orElse(0);
        Path next = directory.resolve(PREFIX + (highest + 1));
        Disk.createDirectory(next);
        return next;
    }

    void pointTo(Path generation) {
        String line = generation.getFileName() + "\n";
        Disk.replace(directory.resolve(POINTER), line.getBytes(StandardCharsets.US_ASCII));
    }

    private static String pointedTo(Path pointer) {
        String text;
        try {
            text = Files.readString(pointer, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw Disk.fault("read", pointer, e);
        }
        String name = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        if (!NAME.matcher(name).matches()) {
            throw new StoreFault(pointer + " does not name a generation");
        }
        return name;
    }

    private void deleteAllBut(Path current) {
        for (Path generation : all()) {
            if (!generation.equals(current)) {
                Disk.deleteTree(generation);
            }
        }
    }

    private List<Path> all() {
        return Disk.list(directory).stream()
                .filter(entry -> NAME.matcher(entry.getFileName().toString()).matches())
                .toList();
    }

    private static long number(Path generation) {
        return Long.parseLong(generation.getFileName().toString().substring(PREFIX.length()));
    }
}
