package io.github.raftns.rpc.codec;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ext-fields of one received header. Two arrays and no map: a header has a handful of fields and each is asked for at
 * most once, so building a map would cost more than it saves. A name sent twice has its last value, as with stock.
 */
public final class ExtFields {
    static final ExtFields NONE = new ExtFields(new String[0], new String[0], 0);

    private final String[] names;
    private final String[] values;
    private final int count;

    private ExtFields(String[] names, String[] values, int count) {
        this.names = names;
        this.values = values;
        this.count = count;
    }

    /** The value, or null when the field was not sent. */
    public String get(String name) {
        for (int i = count - 1; i >= 0; i--) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    public SortedMap<String, String> toMap() {
        SortedMap<String, String> map = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            map.put(names[i], values[i]);
        }
        return map;
    }

    /** Collects the fields of one header; refuses more than the limit. */
    static final class Collector {
        private static final int USUAL = 8;

        private final int limit;
        private String[] names = new String[USUAL];
        private String[] values = new String[USUAL];
        private int count;

        Collector(int limit) {
            this.limit = limit;
        }

        void add(String name, String value) throws FrameException {
            if (count == limit) {
                throw new FrameException("header has more than " + limit + " ext-fields");
            }
            if (count == names.length) {
                names = Arrays.copyOf(names, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            names[count] = name;
            values[count] = value;
            count++;
        }

        ExtFields collected() {
            return count == 0 ? NONE : new ExtFields(names, values, count);
        }
    }
}
