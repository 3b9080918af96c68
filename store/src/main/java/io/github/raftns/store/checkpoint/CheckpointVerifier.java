package io.github.raftns.store.checkpoint;

import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Compares a checkpoint that came from somewhere with its manifest. Any thread; reads every byte. */
public final class CheckpointVerifier {
    private static final long MANIFEST_BYTES_MAX = 16 << 20;

    private CheckpointVerifier() {}

    /**
     * The proof that each file is there with its length and checksum, and nothing else.
     *
     * @throws StoreFault that names the first file that is wrong, what was expected, and what was found
     */
    public static VerifiedCheckpoint verify(Path checkpoint) {
        Manifest manifest = read(checkpoint);
        Set<String> expected = new HashSet<>();
        expected.add(Manifest.FILE_NAME);
        for (ManifestFile file : manifest.files()) {
            expected.add(file.name());
            check(checkpoint.resolve(file.name()), file);
        }
        for (Path entry : Disk.list(checkpoint)) {
            if (!expected.contains(entry.getFileName().toString())) {
                throw new StoreFault(entry + " does not belong to the checkpoint: its manifest does not name it");
            }
        }
        return new VerifiedCheckpoint(checkpoint, manifest);
    }

    /**
     * The manifest alone, with none of the files compared: enough to know what a checkpoint claims to be.
     *
     * @throws StoreFault when it is missing, damaged, or of an unknown format version
     */
    public static Manifest read(Path checkpoint) {
        Path file = checkpoint.resolve(Manifest.FILE_NAME);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new StoreFault(checkpoint + " is no sealed checkpoint: there is no " + Manifest.FILE_NAME);
            }
            if (Files.size(file) > MANIFEST_BYTES_MAX) {
                throw new StoreFault(file + " is longer than a manifest can be: " + Files.size(file) + " bytes");
            }
            return ManifestText.parse(Files.readAllBytes(file));
        } catch (IOException e) {
            throw Disk.fault("read", file, e);
        } catch (StoreFault e) {
            throw new StoreFault("cannot use the checkpoint " + checkpoint + ": " + e.getMessage(), e);
        }
    }

    private static void check(Path path, ManifestFile expected) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreFault(path + " is missing from the checkpoint: the manifest names it with "
                    + expected.length() + " bytes");
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreFault(path + " is not a plain file");
        }
        long length = size(path);
        if (length != expected.length()) {
            throw new StoreFault(path + " has " + length + " bytes, " + expected.length()
                    + " expected by the checkpoint's manifest");
        }
        String sha256 = Sha256.of(path);
        if (!sha256.equals(expected.sha256())) {
            throw new StoreFault(path + " is damaged: SHA-256 " + sha256 + ", " + expected.sha256()
                    + " expected by the checkpoint's manifest");
        }
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw Disk.fault("measure", path, e);
        }
    }
}
