package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All broker groups, and which clusters name them.
 *
 * @param groups sorted, unmodifiable
 * @param clusters sorted, unmodifiable; a group is listed under each cluster that one of its members registered for
 */
public record ClusterInfo(
        SortedMap<BrokerName, RouteGroup> groups, SortedMap<ClusterName, SortedSet<BrokerName>> clusters) {
    public ClusterInfo {
        groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
        SortedMap<ClusterName, SortedSet<BrokerName>> copy = new TreeMap<>();
        clusters.forEach(
                (cluster, names) -> copy.put(cluster, Collections.unmodifiableSortedSet(new TreeSet<>(names))));
        clusters = Collections.unmodifiableSortedMap(copy);
    }
}
