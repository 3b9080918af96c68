package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.RouteChange;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A view in its simplest form: the last put of each row that was not removed since. Every change must change it. */
final class ChangeModel {
    private final SortedMap<String, RouteChange> rows = new TreeMap<>();

    void accept(RouteChange change) {
        String key = StateRows.keyText(change);
        if (RowChange.row(change).value() == null) {
            assertThat(rows.remove(key)).as("removal of " + key).isNotNull();
        } else {
            assertThat(rows.put(key, change)).as("put of " + key).isNotEqualTo(change);
        }
    }

    SortedMap<String, RouteChange> rows() {
        return rows;
    }

    List<RouteChange> puts() {
        return new ArrayList<>(rows.values());
    }
}
