package io.github.raftns.namesrv.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Against a sorted map, and every version against its own copy for as long as the history goes on. */
class ShardedMapTest {
    private record Key(int number, int hash) implements Comparable<Key> {
        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && number == that.number;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }
    }

    /** @param value null removes */
    private record Write(int key, Integer value) {}

    @Property(tries = 300)
    void everyVersionIsWhatASortedMapSaysAndStaysSo(
            @ForAll("batches") List<List<Write>> batches, @ForAll("spreads") Integer spread) {
        TreeMap<Key, Integer> model = new TreeMap<>();
        ShardedMap<Key, Integer> map = ShardedMap.empty();
        List<ShardedMap<Key, Integer>> versions = new ArrayList<>();
        List<TreeMap<Key, Integer>> models = new ArrayList<>();
        for (List<Write> batch : batches) {
            ShardedMap.Edit<Key, Integer> edit = map.edit();
            for (Write write : batch) {
                Key key = new Key(write.key(), write.key() * spread);
                assertThat(edit.get(key)).isEqualTo(model.get(key));
                if (write.value() == null) {
                    assertThat(edit.remove(key)).isEqualTo(model.remove(key));
                } else {
                    assertThat(edit.put(key, write.value())).isEqualTo(model.put(key, write.value()));
                }
            }
            map = edit.freeze();
            versions.add(map);
            models.add(new TreeMap<>(model));
        }

        for (int i = 0; i < versions.size(); i++) {
            assertSame(versions.get(i), models.get(i), spread);
        }
    }

    @Example
    void growsByOneEntryAtATimeAndShrinksToNothing() {
        TreeMap<Key, Integer> model = new TreeMap<>();
        ShardedMap<Key, Integer> map = ShardedMap.empty();
        int entries = 16 * 128 * 4 + 3;
        for (int i = 0; i < entries; i++) {
            ShardedMap.Edit<Key, Integer> edit = map.edit();
            edit.put(new Key(i, i), i);
            model.put(new Key(i, i), i);
            map = edit.freeze();
        }
        assertSame(map, model, 1);

        ShardedMap.Edit<Key, Integer> edit = map.edit();
        model.keySet().forEach(edit::remove);
        assertSame(edit.freeze(), new TreeMap<>(), 1);
        assertSame(map, model, 1);
    }

    @Example
    void anEditThatWritesNothingGivesTheSameMap() {
        ShardedMap.Edit<Key, Integer> first = ShardedMap.<Key, Integer>empty().edit();
        first.put(new Key(1, 1), 1);
        ShardedMap<Key, Integer> map = first.freeze();

        ShardedMap.Edit<Key, Integer> edit = map.edit();
        assertThat(edit.remove(new Key(2, 2))).isNull();
        assertThat(edit.freeze()).isSameAs(map);
    }

    /** 0: all keys collide; 1: neighbours; the others scatter them. */
    @Provide
    Arbitrary<Integer> spreads() {
        return Arbitraries.of(0, 1, 31, 0x10000, 0x9E3779B9, -7);
    }

    @Provide
    Arbitrary<List<List<Write>>> batches() {
        Arbitrary<Integer> keys = Arbitraries.integers().between(0, 60);
        Arbitrary<Integer> values = Arbitraries.integers().between(0, 1000).injectNull(0.4);
        return Combinators.combine(keys, values)
                .as(Write::new)
                .list()
                .ofMaxSize(60)
                .list()
                .ofMaxSize(12);
    }

    private static void assertSame(ShardedMap<Key, Integer> map, Map<Key, Integer> model, int spread) {
        TreeMap<Key, Integer> walked = new TreeMap<>();
        map.forEach((key, value) -> assertThat(walked.put(key, value)).isNull());
        assertThat(walked).isEqualTo(model);
        assertThat(map.size()).isEqualTo(model.size());
        for (Map.Entry<Key, Integer> entry : model.entrySet()) {
            assertThat(map.get(entry.getKey())).isEqualTo(entry.getValue());
        }
        for (int number = -3; number < 64; number++) {
            Key key = new Key(number, number * spread);
            assertThat(map.get(key)).isEqualTo(model.get(key));
        }
    }
}
