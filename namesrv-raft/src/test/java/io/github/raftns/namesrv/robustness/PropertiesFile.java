package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes what servers read: one {@code key=value} a line, sorted. */
final class PropertiesFile {
    private PropertiesFile() {}

    static Path write(Path file, Map<String, String> properties) {
        String text = new TreeMap<>(properties)
                .entrySet().stream()
                        .map(property -> property.getKey() + "=" + property.getValue() + "\n")
                        .collect(Collectors.joining());
        try {
            return Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
