package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A hundred neighbouring ports that belong to one lab alone, below the range from which outgoing connections get theirs. Labs of
 * other JVMs on this machine are kept away by a file lock; foreign listeners by trying to bind.
 *
 * <p>Owned by the test thread.
 */
final class PortBlock implements AutoCloseable {
    private static final int FIRST = 20_000;
    private static final int SIZE = 100;
    private static final int BLOCKS = 120;

    private final FileChannel file;
    private final FileLock lock;
    private final int end;
    private int next;

    private PortBlock(FileChannel file, FileLock lock, int begin) {
        this.file = file;
        this.lock = lock;
        this.next = begin;
        this.end = begin + SIZE;
    }

    static PortBlock claim() {
        try {
            Path directory =
                    Files.createDirectories(TestJvm.temporaryDirectory().resolve("raftns-lab-ports"));
            for (int block = 0; block < BLOCKS; block++) {
                Optional<PortBlock> claimed = tryClaim(directory, block);
                if (claimed.isPresent()) {
                    return claimed.get();
                }
            }
            throw new IllegalStateException("all " + BLOCKS + " blocks of ports are taken; see " + directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Optional<PortBlock> tryClaim(Path directory, int block) throws IOException {
        FileChannel file = FileChannel.open(
                directory.resolve(block + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean ours = false;
        try {
            FileLock lock = file.tryLock();
            ours = lock != null;
            return ours ? Optional.of(new PortBlock(file, lock, FIRST + block * SIZE)) : Optional.empty();
        } catch (OverlappingFileLockException anotherLabOfThisJvm) {
            return Optional.empty();
        } finally {
            if (!ours) {
                file.close();
            }
        }
    }

    /** A port nobody listens on. */
    int one() {
        return run(1);
    }

    /** The first of so many neighbouring ports nobody listens on. */
    int run(int length) {
        while (next + length <= end) {
            int begin = next;
            int free = 0;
            while (free < length && isFree(begin + free)) {
                free++;
            }
            next = begin + Math.max(free, 1);
            if (free == length) {
                return begin;
            }
        }
        throw new IllegalStateException("no " + length + " free ports left below " + end);
    }

    /** Both as a program on loopback and as one on all addresses would see it. */
    private static boolean isFree(int port) {
        return canBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                && canBind(new InetSocketAddress(port));
    }

    private static boolean canBind(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        lock.release();
        file.close();
    }
}
