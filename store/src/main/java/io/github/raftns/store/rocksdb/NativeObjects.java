package io.github.raftns.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.AbstractNativeReference;

/** Native objects that live and end together: the last made is the first freed. One thread at a time. */
final class NativeObjects implements AutoCloseable {
    private final Deque<AbstractNativeReference> made = new ArrayDeque<>();

    <T extends AbstractNativeReference> T own(T object) {
        made.push(object);
        return object;
    }

    @Override
    public void close() {
        while (!made.isEmpty()) {
            made.pop().close();
        }
    }
}
