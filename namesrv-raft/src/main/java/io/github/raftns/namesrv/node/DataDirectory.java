package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.store.Disk;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.checkpoint.DirectoryLock;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /** What a crash during the very first start may leave beside the lock. */
    private static final String UNBORN_IDENTITY = IDENTITY + ".tmp";

    private static final String FORMAT = "1";

    private final Path path;
    private final UUID clusterId;
    private final DirectoryLock lock;

    private DataDirectory(Path path, UUID clusterId, DirectoryLock lock) {
        this.path = path;
        this.clusterId = clusterId;
        this.lock = lock;
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
            if (created) {
                Disk.sync(path.toAbsolutePath().getParent());
            }
            return locked(path, DirectoryLock.of(path), configured, node);
        } catch (IOException | StoreFault failed) {
            if (created) {
                removeEmpty(path);
            }
            throw new StartRefused("data directory " + path + " cannot be used: " + failed.getMessage(), failed);
        }
    }

    private static DataDirectory locked(Path path, DirectoryLock lock, Optional<UUID> configured, NodeId node)
            throws StartRefused {
        boolean claimed = false;
        try {
            Optional<UUID> found = readIdentity(path, configured, node);
            UUID clusterId = found.isPresent() ? found.get() : configured.orElseGet(UUID::randomUUID);
            if (found.isEmpty()) {
                writeIdentity(path, clusterId, node);
            }
            claimed = true;
            return new DataDirectory(path, clusterId, lock);
        } finally {
            if (!claimed) {
                lock.release();
            }
        }
    }

    /** Gives the lock up. */
    @Override
    public void close() {
        lock.release();
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
            Optional<String> foreign = content.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(DirectoryLock.FILE_NAME) && !name.equals(UNBORN_IDENTITY))
                    .findFirst();
            if (foreign.isPresent()) {
                throw new StartRefused("data directory " + path + " has no " + IDENTITY + " but is not empty: it holds "
                        + foreign.get());
            }
        } catch (IOException unreadable) {
            throw new StartRefused(
                    "data directory " + path + " cannot be listed: " + unreadable.getMessage(), unreadable);
        }
    }

    private static void writeIdentity(Path path, UUID clusterId, NodeId node) {
        String text = "format=" + FORMAT + "\nclusterId=" + clusterId + "\nnodeId=" + node + "\ndirectoryId="
                + UUID.randomUUID() + "\n";
        Disk.replace(path.resolve(IDENTITY), text.getBytes(StandardCharsets.UTF_8));
    }

    private static void removeEmpty(Path path) {
        try {
            Files.deleteIfExists(path.resolve(DirectoryLock.FILE_NAME));
            Files.deleteIfExists(path.resolve(UNBORN_IDENTITY));
            Files.deleteIfExists(path);
        } catch (IOException leftBehind) {
            // The refusal that led here says what is wrong with the directory; there is nothing to add to it.
            return;
        }
    }
}
