package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreOpener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies a state directory each time it turns to its opener: what a process killed at that moment would leave. One thread, and
 * nothing written meanwhile.
 */
final class CrashImages implements StoreOpener {
    private final StoreOpener opener;
    private final Path directory;
    private final Path images;
    private final List<Path> taken = new ArrayList<>();

    CrashImages(StoreOpener opener, Path directory, Path images) {
        this.opener = opener;
        this.directory = directory;
        this.images = images;
        Disk.createDirectory(images);
    }

    @Override
    public KeyValueStore open(Path generation, Runnable released) {
        take();
        KeyValueStore store = opener.open(generation, () -> {
            take();
            released.run();
            take();
        });
        take();
        return store;
    }

    @Override
    public boolean isWrittenOnce(String fileName) {
        take();
        return opener.isWrittenOnce(fileName);
    }

    /** The images since the last question, oldest first. */
    List<Path> drain() {
        List<Path> drained = List.copyOf(taken);
        taken.clear();
        return drained;
    }

    private void take() {
        Path image = images.resolve("image-" + Disk.list(images).size());
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.toList()) {
                Files.copy(entry, image.resolve(directory.relativize(entry).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        taken.add(image);
    }
}
