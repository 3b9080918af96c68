package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** An overlay reads like one map into which everything was written. */
class RowOverlayTest {
    /** @param value empty = remove */
    record Write(String key, String value) {}

    @Provide
    Arbitrary<List<Write>> writes() {
        return Combinators.combine(
                        Arbitraries.of("ta", "tab", "tb", "t", "g", "ga", "m", "x\u00ff", "x"),
                        Arbitraries.of("", "1", "2"))
                .as(Write::new)
                .list()
                .ofMaxSize(30);
    }

    @Property(tries = 1_000)
    void readsAreThoseOfOneMap(
            @ForAll("writes") List<Write> below, @ForAll("writes") List<Write> above, @ForAll int stopAt) {
        MemoryStore store = new MemoryStore();
        TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        RowOverlay first = new RowOverlay(store, StateDigest.EMPTY);
        write(first, model, below);
        store.write(first.toWriteBatch());
        RowOverlay overlay = new RowOverlay(store, first.digest());

        write(overlay, model, above);

        for (String prefix : List.of("", "t", "ta", "g", "m", "x", "nothing")) {
            assertThat(scan(overlay, prefix, Integer.MAX_VALUE)).isEqualTo(expected(model, prefix, Integer.MAX_VALUE));
            int limit = 1 + Math.floorMod(stopAt, 4);
            assertThat(scan(overlay, prefix, limit)).isEqualTo(expected(model, prefix, limit));
            assertThat(overlay.any(bytes(prefix)))
                    .isEqualTo(!expected(model, prefix, 1).isEmpty());
        }
        RowHash hash = new RowHash();
        StateDigest digest = StateDigest.EMPTY;
        for (Map.Entry<byte[], byte[]> row : model.entrySet()) {
            digest = digest.plus(hash.of(row.getKey(), row.getValue()));
            assertThat(overlay.get(row.getKey())).isEqualTo(row.getValue());
        }
        assertThat(overlay.digest()).isEqualTo(digest);

        WriteBatch batch = overlay.toWriteBatch();
        store.write(batch);
        assertThat(Node.bytes(store)).hasSameSizeAs(model.keySet());
        assertThat(scan(new RowOverlay(store, digest), "", Integer.MAX_VALUE))
                .isEqualTo(expected(model, "", Integer.MAX_VALUE));
    }

    private static void write(RowOverlay overlay, SortedMap<byte[], byte[]> model, List<Write> writes) {
        for (Write write : writes) {
            byte[] key = bytes(write.key());
            byte[] before = model.get(key);
            if (write.value().isEmpty()) {
                assertThat(overlay.remove(key)).isEqualTo(before != null);
                model.remove(key);
            } else {
                byte[] value = bytes(write.value());
                assertThat(overlay.put(key, value)).isEqualTo(!Arrays.equals(before, value));
                model.put(key, value);
            }
        }
    }

    private static List<String> scan(RowOverlay overlay, String prefix, int limit) {
        List<String> rows = new ArrayList<>();
        overlay.scan(bytes(prefix), (key, value) -> {
            rows.add(text(key, value));
            return rows.size() < limit;
        });
        return rows;
    }

    private static List<String> expected(SortedMap<byte[], byte[]> model, String prefix, int limit) {
        return model.entrySet().stream()
                .filter(row ->
                        new String(row.getKey(), java.nio.charset.StandardCharsets.ISO_8859_1).startsWith(prefix))
                .limit(limit)
                .map(row -> text(row.getKey(), row.getValue()))
                .toList();
    }

    private static String text(byte[] key, byte[] value) {
        return Arrays.toString(key) + "=" + Arrays.toString(value);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
