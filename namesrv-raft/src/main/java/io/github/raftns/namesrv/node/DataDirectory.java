package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.config.NodeConfig;
import io.github.raftns.namesrv.leadership.Member;
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
 * A node's own directory and the identity written in it (design D10): which cluster, which node at which Raft address, which
 * directory. A node never starts on a directory of another node or cluster, and two processes never share one.
 *
 * <p>{@link #inspect} changes nothing; {@link #claim} creates what is missing and holds the lock until {@link #close}. Main
 * thread.
 */
final class DataDirectory implements AutoCloseable {
    private static final String IDENTITY = "identity.properties";
    /** What a crash during the very first start may leave beside the lock. */
    private static final String UNBORN_IDENTITY = IDENTITY + ".tmp";

    private static final String FORMAT = "1";

    /**
     * Who asks.
     *
     * @param clusterId empty when the cluster of one takes whatever id the directory has
     * @param hasPeers whether its cluster has other nodes
     */
    record Owner(Optional<UUID> clusterId, Member self, boolean hasPeers) {
        static Owner of(NodeConfig config) {
            return new Owner(config.clusterId(), config.self(), config.members().size() > 1);
        }
    }

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
     * @throws StartRefused when the directory belongs to somebody else or cannot be used
     */
    static void inspect(Path path, Owner owner) throws StartRefused {
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
        readIdentity(path, owner);
    }

    /**
     * Creates the directory and its identity where missing, and locks it.
     *
     * @throws StartRefused when it cannot be created, or another process uses it; nothing that was created stays behind
     */
    static DataDirectory claim(Path path, Owner owner) throws StartRefused {
        boolean created = !Files.exists(path);
        try {
            Files.createDirectories(path);
            if (created) {
                Disk.sync(path.toAbsolutePath().getParent());
            }
            return locked(path, DirectoryLock.of(path), owner);
        } catch (IOException | StoreFault failed) {
            if (created) {
                removeEmpty(path);
            }
            throw new StartRefused("data directory " + path + " cannot be used: " + failed.getMessage(), failed);
        }
    }

    private static DataDirectory locked(Path path, DirectoryLock lock, Owner owner) throws StartRefused {
        boolean claimed = false;
        try {
            Optional<UUID> found = readIdentity(path, owner);
            UUID clusterId = found.isPresent() ? found.get() : owner.clusterId().orElseGet(UUID::randomUUID);
            if (found.isEmpty()) {
                writeIdentity(path, clusterId, owner);
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

    private static Optional<UUID> readIdentity(Path path, Owner owner) throws StartRefused {
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
        if (!nodeId.equals(owner.self().id().value())) {
            throw new StartRefused("data directory " + path + " belongs to node '" + nodeId + "', not to node '"
                    + owner.self().id() + "'");
        }
        String clusterText = identity.getProperty("clusterId", "");
        try {
            UUID clusterId = UUID.fromString(clusterText);
            if (owner.clusterId().isPresent() && !owner.clusterId().get().equals(clusterId)) {
                throw new StartRefused("data directory " + path + " belongs to cluster " + clusterId
                        + ", not to cluster " + owner.clusterId().get());
            }
            refuseAnotherPlace(path, identity, owner);
            return Optional.of(clusterId);
        } catch (IllegalArgumentException notAnId) {
            throw new StartRefused(file + " has no readable clusterId: '" + clusterText + "'", notAnId);
        }
    }

    /** Peers know a node by its Raft address: under another one, or alone, it would be a stranger with a member's memory. */
    private static void refuseAnotherPlace(Path path, Properties identity, Owner owner) throws StartRefused {
        String raftAddress = identity.getProperty("raftAddress", "");
        if (!raftAddress.equals(owner.self().raft().toString())) {
            throw new StartRefused("data directory " + path + " belongs to the node whose Raft address is "
                    + raftAddress + ", not " + owner.self().raft());
        }
        boolean hadPeers = Boolean.parseBoolean(identity.getProperty("peers", ""));
        if (hadPeers && !owner.hasPeers()) {
            throw new StartRefused(
                    "data directory " + path
                            + " belongs to a node of a cluster of several, but the configuration names no others; is raft.peers missing?");
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

    private static void writeIdentity(Path path, UUID clusterId, Owner owner) {
        String text = "format=" + FORMAT + "\nclusterId=" + clusterId + "\nnodeId="
                + owner.self().id() + "\nraftAddress=" + owner.self().raft() + "\npeers=" + owner.hasPeers()
                + "\ndirectoryId=" + UUID.randomUUID() + "\n";
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
