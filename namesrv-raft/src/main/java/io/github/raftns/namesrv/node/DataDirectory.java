package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.leadership.NodeId;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A node's own directory and the identity written in it (design D10): which cluster, which node, which directory. A node
 * never starts on a directory of another node or cluster, and two processes never share one.
 *
 * <p>{@link #inspect} changes nothing; {@link #claim} creates what is missing and holds the lock until {@link #close}. Main
 * thread.
 */
final class DataDirectory implements AutoCloseable {
    private static final String IDENTITY = "identity.properties";
    private static final String LOCK = "lock";
    private static final String FORMAT = "1";

    private final Path path;
    private final UUID clusterId;
    private final FileChannel lockChannel;

    private DataDirectory(Path path, UUID clusterId, FileChannel lockChannel) {
        this.path = path;
        this.clusterId = clusterId;
        this.lockChannel = lockChannel;
    }

    Path path() {
        return path;
    }

    UUID clusterId() {
        return clusterId;
    }

    /**
     * Whether a node may start here, read-only.
     *
     * @param configured empty when the cluster of one takes whatever id the directory has
     * @throws StartRefused when the directory belongs to somebody else or cannot be used
     */
    static void inspect(Path path, Optional<UUID> configured, NodeId node) throws StartRefused {
        if (!Files.exists(path)) {
            Path ancestor = path.getParent();
            while (ancestor != null && !Files.exists(ancestor)) {
                ancestor = ancestor.getParent();
            }
            if (ancestor == null || !Files.isDirectory(ancestor) || !Files.isWritable(ancestor)) {
                throw new StartRefused("data directory " + path + " cannot be created: " + ancestor
                        + " is not a directory that this user can write");
            }
            return;
        }
        if (!Files.isDirectory(path)) {
            throw new StartRefused("data directory " + path + " is not a directory");
        }
        if (!Files.isReadable(path) || !Files.isWritable(path)) {
            throw new StartRefused("data directory " + path + " cannot be read and written by this user");
        }
        readIdentity(path, configured, node);
    }

    /**
     * Creates the directory and its identity where missing, and locks it.
     *
     * @throws StartRefused when it cannot be created, or another process uses it; nothing that was created stays behind
     */
    static DataDirectory claim(Path path, Optional<UUID> configured, NodeId node) throws StartRefused {
        boolean created = !Files.exists(path);
        try {
            Files.createDirectories(path);
            FileChannel channel =
                    FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new StartRefused("data directory " + path + " is in use by another process");
            }
            Optional<UUID> found = readIdentity(path, configured, node);
            UUID clusterId = found.isPresent() ? found.get() : configured.orElseGet(UUID::randomUUID);
            if (found.isEmpty()) {
                writeIdentity(path, clusterId, node);
            }
            return new DataDirectory(path, clusterId, channel);
        } catch (IOException failed) {
            if (created) {
                removeEmpty(path);
            }
            throw new StartRefused(
                    "data directory " + path + " cannot be written: "
                            + failed.getClass().getSimpleName() + ": " + failed.getMessage(),
                    failed);
        }
    }

    /** Gives the lock up. */
    @Override
    public void close() throws IOException {
        lockChannel.close();
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    private static Optional<UUID> readIdentity(Path path, Optional<UUID> configured, NodeId node) throws StartRefused {
        Path file = path.resolve(IDENTITY);
        if (!Files.exists(file)) {
            refuseForeignContent(path);
            return Optional.empty();
        }
        Properties identity = new Properties();
        try (Reader reader = new StringReader(Files.readString(file, StandardCharsets.UTF_8))) {
            identity.load(reader);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new StartRefused(file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
        String format = identity.getProperty("format", "");
        if (!format.equals(FORMAT)) {
            throw new StartRefused(file + " has format '" + format + "', this release reads " + FORMAT);
        }
        String nodeId = identity.getProperty("nodeId", "");
        if (!nodeId.equals(node.value())) {
            throw new StartRefused(
                    "data directory " + path + " belongs to node '" + nodeId + "', not to node '" + node + "'");
        }
        String clusterText = identity.getProperty("clusterId", "");
        try {
            UUID clusterId = UUID.fromString(clusterText);
            if (configured.isPresent() && !configured.get().equals(clusterId)) {
                throw new StartRefused("data directory " + path + " belongs to cluster " + clusterId
                        + ", not to cluster " + configured.get());
            }
            return Optional.of(clusterId);
        } catch (IllegalArgumentException notAnId) {
            throw new StartRefused(file + " has no readable clusterId: '" + clusterText + "'", notAnId);
        }
    }

    /** Without an identity the directory must be new: somebody else's files are never mixed with ours. */
    private static void refuseForeignContent(Path path) throws StartRefused {
        try (Stream<Path> content = Files.list(path)) {
            Optional<Path> foreign = content.filter(
                            file -> !file.getFileName().toString().equals(LOCK))
                    .findFirst();
            if (foreign.isPresent()) {
                throw new StartRefused("data directory " + path + " has no " + IDENTITY + " but is not empty: it holds "
                        + foreign.get().getFileName());
            }
        } catch (IOException unreadable) {
            throw new StartRefused(
                    "data directory " + path + " cannot be listed: " + unreadable.getMessage(), unreadable);
        }
    }

    private static void writeIdentity(Path path, UUID clusterId, NodeId node) throws IOException {
        String text = "format=" + FORMAT + "\nclusterId=" + clusterId + "\nnodeId=" + node + "\ndirectoryId="
                + UUID.randomUUID() + "\n";
        Path temporary = path.resolve(IDENTITY + ".tmp");
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            channel.write(StandardCharsets.UTF_8.encode(text));
            channel.force(true);
        }
        Files.move(temporary, path.resolve(IDENTITY), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private static void removeEmpty(Path path) {
        try {
            Files.deleteIfExists(path.resolve(LOCK));
            Files.deleteIfExists(path.resolve(IDENTITY + ".tmp"));
            Files.deleteIfExists(path);
        } catch (IOException leftBehind) {
            // The refusal that led here says what is wrong with the directory; there is nothing to add to it.
            return;
        }
    }
}
