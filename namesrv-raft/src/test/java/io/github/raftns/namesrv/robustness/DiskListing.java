package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything below a directory, itself included: equal listings mean that nothing was made, removed or written in between.
 *
 * @param entries kind, size and time of the last change, by path
 */
record DiskListing(SortedMap<String, String> entries) {
    static DiskListing of(Path directory) {
        SortedMap<String, String> entries = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.toList()) {
                BasicFileAttributes is =
                        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                String kind = is.isDirectory() ? "directory" : is.isRegularFile() ? "file" : "other";
                entries.put(path.toString(), kind + " " + is.size() + " " + is.lastModifiedTime());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new DiskListing(entries);
    }
}
