package io.github.raftns.store.checkpoint;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a checkpoint is, and which files it consists of. Lies as {@value #FILE_NAME} beside those files.
 *
 * @param index of the last log entry in it
 * @param term of that entry
 * @param digest of the rows, as text of whoever computes digests
 * @param files in ascending order of their names, each name once
 */
public record Manifest(long index, long term, String digest, List<ManifestFile> files) {
    /** Named so that no store gives the name to a file of its own. */
    public static final String FILE_NAME = "checkpoint.manifest";

    /** The form of the manifest and of what it describes; a reader refuses any other. */
    public static final int FORMAT_VERSION = 1;

    private static final Pattern DIGEST = Pattern.compile("[!-~]{1,200}");

    public Manifest {
        if (index < 0 || term < 0) {
            throw new IllegalArgumentException("negative index or term: " + index + ", " + term);
        }
        if (!DIGEST.matcher(digest).matches()) {
            throw new IllegalArgumentException("not a digest in one printable word: " + digest);
        }
        files = List.copyOf(files);
        for (int i = 1; i < files.size(); i++) {
            if (files.get(i - 1).name().compareTo(files.get(i).name()) >= 0) {
                throw new IllegalArgumentException(
                        "file names not in ascending order at " + files.get(i).name());
            }
        }
    }

    /** The bytes of all files together. */
    public long totalBytes() {
        return files.stream().mapToLong(ManifestFile::length).sum();
    }
}
