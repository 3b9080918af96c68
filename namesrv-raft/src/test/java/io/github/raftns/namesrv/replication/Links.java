package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.leadership.Member;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between the nodes of a test: every link is open until it is cut, both ways at once. Any thread. */
final class Links {
    private final Set<Set<String>> cut = ConcurrentHashMap.newKeySet();

    LinkFilter of(Member self) {
        String here = self.raft().toString();
        return peer -> !cut.contains(Set.of(here, peer));
    }

    void cut(Member one, Member other) {
        cut.add(Set.of(one.raft().toString(), other.raft().toString()));
    }

    void heal() {
        cut.clear();
    }
}
