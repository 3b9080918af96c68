package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreOpener;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Brings the files of a checkpoint into an empty directory: by hard link where the file is never written again, else by copy. */
final class CheckpointCopy {
    private CheckpointCopy() {}

    /** On disk when this returns; the manifest stays where it was, for the store goes on from there. */
    static void into(Path target, VerifiedCheckpoint checkpoint, StoreOpener opener) {
        for (ManifestFile file : checkpoint.manifest().files()) {
            Path from = checkpoint.directory().resolve(file.name());
            Path to = target.resolve(file.name());
            if (!opener.isWrittenOnce(file.name()) || !linked(from, to)) {
                copy(from, to);
            }
            Disk.sync(to);
        }
        Disk.sync(target);
    }

    /** Whether the file system could; another file system, or one without links, is no fault. */
    private static boolean linked(Path from, Path to) {
        try {
            Files.createLink(to, from);
            return true;
        } catch (FileSystemException | UnsupportedOperationException e) {
            return false;
        } catch (IOException e) {
            throw Disk.fault("link " + from + " to", to, e);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw Disk.fault("copy " + from + " to", to, e);
        }
    }
}
