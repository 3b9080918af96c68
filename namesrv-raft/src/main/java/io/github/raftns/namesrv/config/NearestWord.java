package io.github.raftns.namesrv.config;

import java.util.Collection;
import java.util.Locale;

/** Finds what somebody who mistyped a word most likely meant. */
final class NearestWord {
    private NearestWord() {}

    /** The word with the fewest edits to it, upper and lower case being the same; the first of equals. */
    static String to(String typed, Collection<String> words) {
        String nearest = "";
        int fewest = Integer.MAX_VALUE;
        for (String word : words) {
            int edits = edits(typed.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                nearest = word;
            }
        }
        return nearest;
    }

    /** Levenshtein distance, two rows at a time. */
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                current[column] =
                        Math.min(Math.min(above[column] + 1, current[column - 1] + 1), above[column - 1] + change);
            }
            above = current;
        }
        return above[to.length()];
    }
}
