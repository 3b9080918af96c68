package io.github.raftns.store.checkpoint;

import java.nio.file.Path;

/** A checkpoint whose every byte was found to be what its manifest says. Only {@link CheckpointVerifier} makes one. */
public final class VerifiedCheckpoint {
    private final Path directory;
    private final Manifest manifest;

    VerifiedCheckpoint(Path directory, Manifest manifest) {
        this.directory = directory;
        this.manifest = manifest;
    }

    public Path directory() {
        return directory;
    }

    public Manifest manifest() {
        return manifest;
    }

    @Override
    public String toString() {
        return directory + " at index " + manifest.index() + " of term " + manifest.term();
    }
}
