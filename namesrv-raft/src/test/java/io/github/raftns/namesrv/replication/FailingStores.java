package io.github.raftns.namesrv.replication;

import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Stores on disk whose writes fail, or do not end, while they are told so, as those of a full or a broken disk do. */
final class FailingStores implements StoreOpener {
    private final StoreOpener real;
    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicReference<CountDownLatch> hung = new AtomicReference<>(new CountDownLatch(0));

    FailingStores(StoreOpener real) {
        this.real = real;
    }

    void fail(boolean now) {
        failing.set(now);
    }

    /** From now on writes wait until {@link #goOn}. */
    void hang() {
        hung.set(new CountDownLatch(1));
    }

    void goOn() {
        hung.get().countDown();
    }

    @Override
    public KeyValueStore open(Path directory, Runnable released) {
        return new FailingStore(real.open(directory, released));
    }

    @Override
    public boolean isWrittenOnce(String fileName) {
        return real.isWrittenOnce(fileName);
    }

    private final class FailingStore implements KeyValueStore {
        private final KeyValueStore store;

        FailingStore(KeyValueStore store) {
            this.store = store;
        }

        @Override
        public void write(WriteBatch batch) {
            try {
                hung.get().await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            if (failing.get()) {
                throw new StoreFault("no space left on device");
            }
            store.write(batch);
        }

        @Override
        public StoreSnapshot snapshot() {
            return store.snapshot();
        }

        @Override
        public void checkpoint(Path directory) {
            store.checkpoint(directory);
        }

        @Override
        public byte[] get(byte[] key) {
            return store.get(key);
        }

        @Override
        public void scan(byte[] prefix, RowVisitor visitor) {
            store.scan(prefix, visitor);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
