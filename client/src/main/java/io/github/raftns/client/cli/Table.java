package io.github.raftns.client.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Aligned columns of text, two blanks apart. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    Table(String... headers) {
        this(List.of(headers));
    }

    Table(List<String> headers) {
        columns = headers.size();
        rows.add(List.copyOf(headers));
    }

    /** One cell a column; an empty one is shown as a dash. */
    void row(Object... cells) {
        row(List.of(cells));
    }

    void row(List<?> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(cells.size() + " cells in a table of " + columns + " columns");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            String text = String.valueOf(cell);
            row.add(text.isEmpty() ? "-" : text);
        }
        rows.add(row);
    }

    void printTo(PrintWriter out) {
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                line.append(cell);
                if (i < columns - 1) {
                    line.append(" ".repeat(widths[i] - width(cell) + 2));
                }
            }
            out.println(line);
        }
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
