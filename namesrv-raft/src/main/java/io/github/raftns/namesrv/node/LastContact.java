package io.github.raftns.namesrv.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When this node last exchanged messages with a leader, on the wall clock and on disk, so that a node started without a
 * leader in sight knows how old its state is at least (design R5). Not synced: losing it makes the node more careful only.
 * Written by one timer thread, read at the start.
 */
final class LastContact {
    private static final Logger LOG = LoggerFactory.getLogger(LastContact.class);

    private final Path file;

    LastContact(Path dataDirectory) {
        file = dataDirectory.resolve("leader-contact");
    }

    /** Milliseconds since 1970, or empty when there never was contact or the file cannot be read. */
    OptionalLong read() {
        try {
            return OptionalLong.of(Long.parseLong(
                    Files.readString(file, StandardCharsets.UTF_8).trim()));
        } catch (NoSuchFileException never) {
            return OptionalLong.empty();
        } catch (IOException | NumberFormatException unreadable) {
            LOG.warn("{} cannot be read ({}); taken as never", file, unreadable.getMessage());
            return OptionalLong.empty();
        }
    }

    void write(long wallMillis) {
        Path temporary = file.resolveSibling("leader-contact.tmp");
        try {
            Files.writeString(temporary, Long.toString(wallMillis), StandardCharsets.UTF_8);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            LOG.warn("{} cannot be written: {}", file, failed.getMessage());
        }
    }
}
