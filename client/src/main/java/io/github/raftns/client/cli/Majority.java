package io.github.raftns.client.cli;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is odd among holders of a value: those outside the majority; with a tie, all. */
final class Majority {
    private Majority() {}

    /** The value of more than half of the holders. */
    static <V> Optional<V> of(Collection<V> values) {
        Map<V, Integer> counts = new HashMap<>();
        for (V value : values) {
            int count = counts.merge(value, 1, Integer::sum);
            if (count * 2 > values.size()) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    /** The holders that differ from the majority, or all when there is none; empty when all hold the same. */
    static <H, V> List<H> odd(Map<H, V> held) {
        Optional<V> majority = of(held.values());
        return held.entrySet().stream()
                .filter(entry -> majority.isEmpty() || !majority.get().equals(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
