package io.github.raftns.namesrv.observe;

/** What became of a proposed expiry. */
public enum ExpiryResult {
    APPLIED,
    /** The machine refused it: the broker has registered anew, or the term has passed. */
    REFUSED,
    /** No word, no leadership or no room; judged again while it holds. */
    UNDECIDED
}
