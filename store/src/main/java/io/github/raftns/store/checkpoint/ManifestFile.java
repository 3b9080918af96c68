package io.github.raftns.store.checkpoint;

import java.util.regex.Pattern;

/**
 * One file of a checkpoint.
 *
 * @param name a plain name within the checkpoint's directory
 * @param length in bytes
 * @param sha256 of the content, in lower-case hex
 */
public record ManifestFile(String name, long length, String sha256) {
    // no separator, no leading dot: a name from another node must not be able to lead out of the directory
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    public ManifestFile {
        if (!NAME.matcher(name).matches() || name.equals(Manifest.FILE_NAME)) {
            throw new IllegalArgumentException("not a file name a checkpoint may have: " + name);
        }
        if (length < 0) {
            throw new IllegalArgumentException("negative length of " + name + ": " + length);
        }
        if (!SHA256.matcher(sha256).matches()) {
            throw new IllegalArgumentException("not a SHA-256 of " + name + ": " + sha256);
        }
    }
}
