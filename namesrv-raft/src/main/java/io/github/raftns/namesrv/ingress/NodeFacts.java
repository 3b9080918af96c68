package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.leadership.Member;
import java.util.List;
import java.util.Objects;

/**
 * What a node is, as opposed to how far it is. Given by the composition root.
 *
 * @param self this node as configured
 * @param version of this software
 * @param members all nodes as configured, this one among them
 */
public record NodeFacts(String clusterId, Member self, long processId, String version, List<Member> members) {
    public NodeFacts {
        Objects.requireNonNull(clusterId, "clusterId");
        Objects.requireNonNull(self, "self");
        Objects.requireNonNull(version, "version");
        members = List.copyOf(members);
    }
}
