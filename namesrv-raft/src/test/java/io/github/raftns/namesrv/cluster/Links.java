package io.github.raftns.namesrv.cluster;

import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.replication.LinkFilter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between the nodes of one cluster: every link is open until it is cut, both ways at once. Any thread. */
final class Links {
    private final Set<Set<String>> cut = ConcurrentHashMap.newKeySet();

    LinkFilter of(Member self) {
        String here = self.raft().toString();
        return peer -> !cut.contains(Set.of(here, peer));
    }

    void cut(Member one, Member other) {
        cut.add(link(one, other));
    }

    void mend(Member one, Member other) {
        cut.remove(link(one, other));
    }

    private static Set<String> link(Member one, Member other) {
        return Set.of(one.raft().toString(), other.raft().toString());
    }
}
