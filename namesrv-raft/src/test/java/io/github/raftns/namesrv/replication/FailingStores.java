package io.github.raftns.namesrv.replication;

import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.StoreFault;
import io.github.raftns.store.StoreOpener;
import io.github.raftns.store.StoreSnapshot;
import io.github.raftns.store.WriteBatch;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stores on disk whose writes fail while they are told to, as those of a full disk do. */
final class FailingStores implements StoreOpener {
    private final StoreOpener real;
    private final AtomicBoolean failing = new AtomicBoolean();

    FailingStores(StoreOpener real) {
        this.real = real;
    }

    void fail(boolean now) {
        failing.set(now);
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
