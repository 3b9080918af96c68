package io.github.raftns.namesrv.replication;

/**
 * Whether this node may speak with a peer. Always, outside of tests; a test cuts links with it, both ways, without touching the
 * machine's network. Any thread.
 */
@FunctionalInterface
public interface LinkFilter {
    LinkFilter OPEN = peer -> true;

    /** @param peer host and port of the peer's Raft address */
    boolean open(String peer);
}
