package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.store.Reads;
import io.github.raftns.store.WriteBatch;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows as the entries of one batch see them: the store below, and over it what earlier entries wrote. Carries the digest
 * along. Owned by the apply thread for the length of one batch; never written to while it is being scanned.
 */
final class RowOverlay implements Reads {
    private static final byte[] REMOVED = new byte[0]; // compared by identity

    private final Reads below;
    private final TreeMap<byte[], byte[]> written = new TreeMap<>(Arrays::compareUnsigned);
    private final RowHash hash = new RowHash();
    private StateDigest digest;

    RowOverlay(Reads below, StateDigest digest) {
        this.below = below;
        this.digest = digest;
    }

    StateDigest digest() {
        return digest;
    }

    @Override
    public byte[] get(byte[] key) {
        byte[] value = written.get(key);
        if (value == null) {
            return below.get(key);
        }
        return value == REMOVED ? null : value;
    }

    /** @return whether the row is another than before */
    boolean put(byte[] key, byte[] value) {
        byte[] before = get(key);
        if (before != null) {
            if (Arrays.equals(before, value)) {
                return false;
            }
            digest = digest.minus(hash.of(key, before));
        }
        digest = digest.plus(hash.of(key, value));
        written.put(key, value);
        return true;
    }

    /** @return whether there was such a row */
    boolean remove(byte[] key) {
        byte[] before = get(key);
        if (before == null) {
            return false;
        }
        digest = digest.minus(hash.of(key, before));
        written.put(key, REMOVED);
        return true;
    }

    @Override
    public void scan(byte[] prefix, RowVisitor visitor) {
        new MergedScan(prefix, visitor).run();
    }

    /** Whether there is a row whose key starts with the prefix. */
    boolean any(byte[] prefix) {
        boolean[] found = {false};
        scan(prefix, (key, value) -> {
            found[0] = true;
            return false;
        });
        return found[0];
    }

    /** The net effect of the batch, a write a row. */
    WriteBatch toWriteBatch() {
        WriteBatch batch = new WriteBatch();
        written.forEach((key, value) -> {
            if (value == REMOVED) {
                batch.delete(key);
            } else {
                batch.put(key, value);
            }
        });
        return batch;
    }

    /** One pass over both layers in key order; the upper one wins. */
    private final class MergedScan {
        private final byte[] prefix;
        private final RowVisitor visitor;
        private final Iterator<Map.Entry<byte[], byte[]>> entries;
        private Map.Entry<byte[], byte[]> upper; // the next one of the upper layer, null after its last
        private boolean goOn = true;

        MergedScan(byte[] prefix, RowVisitor visitor) {
            this.prefix = prefix;
            this.visitor = visitor;
            this.entries = written.tailMap(prefix, true).entrySet().iterator();
            advance();
        }

        void run() {
            below.scan(prefix, (key, value) -> {
                boolean decidedAbove = visitUpperTo(key);
                if (goOn && !decidedAbove) {
                    goOn = visitor.visit(key, value);
                }
                return goOn;
            });
            while (goOn && upper != null) {
                visitUpper();
            }
        }

        /** @return whether the upper layer holds this very key */
        private boolean visitUpperTo(byte[] key) {
            while (goOn && upper != null) {
                int order = Arrays.compareUnsigned(upper.getKey(), key);
                if (order > 0) {
                    return false;
                }
                visitUpper();
                if (order == 0) {
                    return true;
                }
            }
            return false;
        }

        private void visitUpper() {
            Map.Entry<byte[], byte[]> entry = upper;
            advance();
            if (entry.getValue() != REMOVED) {
                goOn = visitor.visit(entry.getKey(), entry.getValue());
            }
        }

        private void advance() {
            upper = entries.hasNext() ? entries.next() : null;
            if (upper != null && !startsWith(upper.getKey(), prefix)) {
                upper = null;
            }
        }

        private static boolean startsWith(byte[] key, byte[] prefix) {
            return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
        }
    }
}
