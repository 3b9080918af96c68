package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicMapping;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where one topic lives ({@code TopicRouteData} on the wire). Lists stay in the order given; whoever builds a route sorts them by
 * broker name, so that equal states give equal bytes.
 *
 * @param groups unmodifiable
 * @param queues unmodifiable
 * @param filterServers those of addresses in {@code groups}; sorted, unmodifiable, usually empty
 * @param mappings of a static topic; sorted, unmodifiable; left out of the body when empty
 */
public record TopicRoute(
        List<RouteGroup> groups,
        List<RouteQueues> queues,
        SortedMap<BrokerAddress, List<String>> filterServers,
        SortedMap<BrokerName, TopicMapping> mappings) {
    public TopicRoute {
        groups = Collections.unmodifiableList(new ArrayList<>(groups));
        queues = Collections.unmodifiableList(new ArrayList<>(queues));
        filterServers = Collections.unmodifiableSortedMap(new TreeMap<>(filterServers));
        mappings = Collections.unmodifiableSortedMap(new TreeMap<>(mappings));
    }
}
