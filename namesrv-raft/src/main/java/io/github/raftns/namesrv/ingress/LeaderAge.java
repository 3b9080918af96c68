package io.github.raftns.namesrv.ingress;

/** Port: how long ago this node last heard from a leader, and had all that the leader had. Any thread; cheap. */
@FunctionalInterface
public interface LeaderAge {
    /** 0 on the leader, -1 when it never did. */
    long millis();
}
