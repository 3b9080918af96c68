package io.github.raftns.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SortedRowsTest {
    /** The model is a TreeMap of hex keys, whose order is that of unsigned bytes. */
    @Property(tries = 100)
    void itIsASortedMapAndOldVersionsStayAsTheyWere(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int keyBytesMax) {
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
        SortedRows rows = SortedRows.EMPTY;
        List<SortedRows> versions = new ArrayList<>();
        List<Map<String, String>> models = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            byte[] key = new byte[random.nextInt(keyBytesMax + 1)];
            random.nextBytes(key);
            if (random.nextInt(3) > 0) {
                byte[] value = {(byte) i};
                rows = rows.with(key, value);
                model.put(HexFormat.of().formatHex(key), HexFormat.of().formatHex(value));
            } else {
                rows = rows.without(key);
                model.remove(HexFormat.of().formatHex(key));
            }
            if (i % 500 == 0) {
                versions.add(rows);
                models.add(new TreeMap<>(model));
            }
        }
        versions.add(rows);
        models.add(model);
        for (int i = 0; i < versions.size(); i++) {
            assertSame(versions.get(i), models.get(i), random);
        }
    }

    private static void assertSame(SortedRows rows, Map<String, String> model, Random random) {
        assertThat(rows.size()).isEqualTo(model.size());
        assertThat(below(rows, new byte[0])).containsExactlyEntriesOf(model);
        byte[] prefix = {(byte) random.nextInt(256)};
        TreeMap<String, String> expected = new TreeMap<>(model);
        expected.keySet().removeIf(key -> !key.startsWith(HexFormat.of().formatHex(prefix)));
        assertThat(below(rows, prefix)).containsExactlyEntriesOf(expected);
        model.forEach((key, value) -> assertThat(rows.get(HexFormat.of().parseHex(key)))
                .isEqualTo(HexFormat.of().parseHex(value)));
    }

    private static Map<String, String> below(SortedRows rows, byte[] prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        rows.scan(prefix, (key, value) -> {
            found.put(HexFormat.of().formatHex(key), HexFormat.of().formatHex(value));
            return true;
        });
        return found;
    }
}
