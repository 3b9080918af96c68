package io.github.raftns.rpc.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a registration says of its filter servers.
 *
 * @param said false when the body has no such list: what is known stays; an empty list that was said removes them
 * @param addresses unmodifiable, in the broker's order; empty when nothing was said
 */
public record FilterServers(boolean said, List<String> addresses) {
    public static final FilterServers UNSAID = new FilterServers(false, List.of());

    public FilterServers {
        addresses = Collections.unmodifiableList(new ArrayList<>(addresses));
        for (String address : addresses) {
            if (address == null) {
                throw new IllegalArgumentException("filter server is null");
            }
            Names.checkText("filterServer", address);
        }
        if (!said && !addresses.isEmpty()) {
            throw new IllegalArgumentException("filter servers listed but not said");
        }
    }

    public static FilterServers of(List<String> addresses) {
        return new FilterServers(true, addresses);
    }
}
