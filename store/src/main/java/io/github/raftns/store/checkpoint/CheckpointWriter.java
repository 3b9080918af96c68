package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the manifest to what a store's checkpoint wrote. Works on immutable files alone, so it may run on any thread while
 * the store goes on; it reads every byte.
 */
public final class CheckpointWriter {
    private CheckpointWriter() {}

    /**
     * Lists and sums the files of a checkpoint and writes the manifest beside them, on disk when this returns.
     *
     * @param index of the last log entry in the checkpoint
     * @param term of that entry
     * @param digest of its rows
     * @throws StoreFault when there is a manifest already, something that is not a plain file, or the disk fails
     */
    public static Manifest seal(Path checkpoint, long index, long term, String digest) {
        Path target = checkpoint.resolve(Manifest.FILE_NAME);
        if (Files.exists(target)) {
            throw new StoreFault("cannot seal the checkpoint " + checkpoint + ": it has a manifest already");
        }
        List<ManifestFile> files = new ArrayList<>();
        for (Path file : Disk.list(checkpoint)) {
            files.add(describe(file));
        }
        Manifest manifest = new Manifest(index, term, digest, files);
        Disk.replace(target, ManifestText.format(manifest));
        return manifest;
    }

    private static ManifestFile describe(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreFault("cannot seal a checkpoint with " + file + " in it: that is not a plain file");
        }
        try {
            return new ManifestFile(file.getFileName().toString(), Files.size(file), Sha256.of(file));
        } catch (IOException e) {
            throw Disk.fault("measure", file, e);
        } catch (IllegalArgumentException e) {
            throw new StoreFault("cannot seal a checkpoint with " + file + " in it: " + e.getMessage(), e);
        }
    }
}
