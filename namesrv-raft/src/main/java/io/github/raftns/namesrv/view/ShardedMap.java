package io.github.raftns.namesrv.view;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * An immutable hash map whose successor shares with it all but the shards that were written.
 *
 * <p>Keys are spread over shards, a shard is a small table with linear probing. For n entries there are about n / 128 shards,
 * so that with 200,000 entries an edit of one copies about 10 KB, and an edit of m copies each shard once, whatever m is. A
 * lookup takes no lock, creates nothing and touches one shard. Memory is about three references an entry besides key and value.
 *
 * <p>A map may be read by any thread; an {@link Edit} belongs to the thread that made it.
 */
final class ShardedMap<K, V> {
    private static final int SHARDS_MIN = 16;
    private static final int ENTRIES_PER_SHARD = 128;

    private final Shard[] shards;
    private final int size;

    private ShardedMap(Shard[] shards, int size) {
        this.shards = shards;
        this.size = size;
    }

    static <K, V> ShardedMap<K, V> empty() {
        Shard[] shards = new Shard[SHARDS_MIN];
        Arrays.fill(shards, new Shard());
        return new ShardedMap<>(shards, 0);
    }

    /** @return null when there is no such key */
    V get(K key) {
        int hash = spread(key);
        return cast(shards[shardOf(hash, shards.length)].get(key, hash));
    }

    int size() {
        return size;
    }

    /** In no particular order. */
    void forEach(BiConsumer<? super K, ? super V> action) {
        for (Shard shard : shards) {
            for (int i = 0; i < shard.slots.length; i += 2) {
                if (shard.slots[i] != null) {
                    action.accept(cast(shard.slots[i]), cast(shard.slots[i + 1]));
                }
            }
        }
    }

    /** Begins a successor; this map stays as it is. */
    Edit<K, V> edit() {
        return new Edit<>(this);
    }

    /** The multiplication moves all bits into the upper ones, which choose the shard; the lower ones choose the slot. */
    private static int spread(Object key) {
        int product = key.hashCode() * 0x9E3779B9;
        return product ^ (product >>> 15);
    }

    private static int shardOf(int hash, int shardCount) {
        return hash >>> (Integer.numberOfLeadingZeros(shardCount) + 1);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // keys are K, values V: nothing else is put in
    private static <T> T cast(Object slot) {
        return (T) slot;
    }

    /** Collects changes and gives the successor; then it is spent. */
    static final class Edit<K, V> {
        private final ShardedMap<K, V> origin;
        private Shard[] shards;
        private int size;

        private Edit(ShardedMap<K, V> origin) {
            this.origin = origin;
            this.shards = origin.shards;
            this.size = origin.size;
        }

        V get(K key) {
            int hash = spread(key);
            return cast(shards[shardOf(hash, shards.length)].get(key, hash));
        }

        /** @return what the key had before, null when nothing */
        V put(K key, V value) {
            Objects.requireNonNull(value, "value");
            int hash = spread(key);
            Object before = owned(shardOf(hash, shards.length)).put(key, value, hash);
            if (before == null) {
                size++;
                if (size > shards.length * ENTRIES_PER_SHARD) {
                    doubleShards();
                }
            }
            return cast(before);
        }

        /** @return what the key had, null when nothing */
        V remove(K key) {
            int hash = spread(key);
            int shard = shardOf(hash, shards.length);
            if (shards[shard].get(key, hash) == null) {
                return null;
            }
            size--;
            return cast(owned(shard).remove(key, hash));
        }

        /** The successor; the same map when nothing was written. */
        ShardedMap<K, V> freeze() {
            ShardedMap<K, V> result = shards == origin.shards ? origin : new ShardedMap<>(shards, size);
            shards = null;
            return result;
        }

        /** A shard that the origin does not have is this edit's own. */
        private Shard owned(int index) {
            if (shards == origin.shards) {
                shards = origin.shards.clone();
            }
            if (shards.length == origin.shards.length && shards[index] == origin.shards[index]) {
                shards[index] = shards[index].copy();
            }
            return shards[index];
        }

        private void doubleShards() {
            Shard[] wider = new Shard[shards.length * 2];
            for (int i = 0; i < wider.length; i++) {
                wider[i] = new Shard();
            }
            for (Shard shard : shards) {
                for (int i = 0; i < shard.slots.length; i += 2) {
                    if (shard.slots[i] != null) {
                        int hash = spread(shard.slots[i]);
                        wider[shardOf(hash, wider.length)].put(shard.slots[i], shard.slots[i + 1], hash);
                    }
                }
            }
            shards = wider;
        }
    }

    /** Keys in even slots, their values behind them; always at least one pair of slots is free, which ends a probe. */
    private static final class Shard {
        private Object[] slots;
        private int size;

        Shard() {
            this(new Object[2], 0);
        }

        private Shard(Object[] slots, int size) {
            this.slots = slots;
            this.size = size;
        }

        Shard copy() {
            return new Shard(slots.clone(), size);
        }

        Object get(Object key, int hash) {
            return slots[find(key, hash) + 1];
        }

        Object put(Object key, Object value, int hash) {
            int at = find(key, hash);
            Object before = slots[at + 1];
            if (before == null && (size + 1) * 3 > slots.length) {
                widen();
                at = find(key, hash);
            }
            slots[at] = key;
            slots[at + 1] = value;
            size += before == null ? 1 : 0;
            return before;
        }

        /** Later entries of the same run move up, so that no probe meets a hole before its key. */
        Object remove(Object key, int hash) {
            int mask = slots.length - 1;
            int hole = find(key, hash);
            Object before = slots[hole + 1];
            for (int next = (hole + 2) & mask; slots[next] != null; next = (next + 2) & mask) {
                int home = (spread(slots[next]) * 2) & mask;
                if (((next - home) & mask) >= ((next - hole) & mask)) {
                    slots[hole] = slots[next];
                    slots[hole + 1] = slots[next + 1];
                    hole = next;
                }
            }
            slots[hole] = null;
            slots[hole + 1] = null;
            size--;
            return before;
        }

        /** The slot of the key, or the free one where it belongs. */
        private int find(Object key, int hash) {
            int mask = slots.length - 1;
            int at = (hash * 2) & mask;
            while (slots[at] != null && !slots[at].equals(key)) {
                at = (at + 2) & mask;
            }
            return at;
        }

        private void widen() {
            Object[] before = slots;
            slots = new Object[before.length * 2];
            for (int i = 0; i < before.length; i += 2) {
                if (before[i] != null) {
                    int at = find(before[i], spread(before[i]));
                    slots[at] = before[i];
                    slots[at + 1] = before[i + 1];
                }
            }
        }
    }
}
