package io.github.raftns.namesrv.observe;

/** How a lookup ended. */
public enum LookupResult {
    FOUND,
    /** Answered with "no such topic". */
    UNKNOWN_TOPIC,
    /** Unknown here while this node was not sure: held first; ends as one of the others too. */
    HELD,
    /** Held, and its connection closed in the end. */
    CLOSED
}
