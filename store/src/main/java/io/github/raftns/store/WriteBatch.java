package io.github.raftns.store;

import java.util.ArrayList;
import java.util.List;

/** Puts and deletes in order, applied as one. Not thread-safe; takes the arrays over without a copy. */
public final class WriteBatch {
    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>(); // null = delete

    public WriteBatch put(byte[] key, byte[] value) {
        if (value == null) {
            throw new IllegalArgumentException("a put needs a value");
        }
        keys.add(key);
        values.add(value);
        return this;
    }

    public WriteBatch delete(byte[] key) {
        keys.add(key);
        values.add(null);
        return this;
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    public int size() {
        return keys.size();
    }

    /** Replays the writes in the order they were added. */
    public void forEach(Sink sink) {
        for (int i = 0; i < keys.size(); i++) {
            byte[] value = values.get(i);
            if (value == null) {
                sink.delete(keys.get(i));
            } else {
                sink.put(keys.get(i), value);
            }
        }
    }

    /** Receives the writes of a batch; must not change the arrays. */
    public interface Sink {
        void put(byte[] key, byte[] value);

        void delete(byte[] key);
    }
}
