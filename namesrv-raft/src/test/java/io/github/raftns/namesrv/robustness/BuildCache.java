package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The directory below the build directory that keeps what is slow to make (class paths, compiled drivers) from run to run. One maker
 * at a time: among threads by a lock, among test JVMs by a file lock, which ends with its JVM.
 */
final class BuildCache {
    private static final ReentrantLock WITHIN_THIS_JVM = new ReentrantLock();

    private BuildCache() {}

    /** Makes or looks up something in the cache's directory. */
    interface Step<T> {
        T in(Path directory) throws IOException, InterruptedException;
    }

    static <T> T alone(Step<T> step) throws InterruptedException {
        WITHIN_THIS_JVM.lock();
        try {
            Path directory = Files.createDirectories(TestJvm.buildDirectory().resolve("rocketmq"));
            try (FileChannel file = FileChannel.open(
                            directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = file.lock()) {
                if (!held.isValid()) {
                    throw new IllegalStateException("lost the lock of " + directory);
                }
                return step.in(directory);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            WITHIN_THIS_JVM.unlock();
        }
    }
}
