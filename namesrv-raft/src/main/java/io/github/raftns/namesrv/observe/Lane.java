package io.github.raftns.namesrv.observe;

/** Where work was shed. */
public enum Lane {
    /** Registrations that are not known to add nothing. */
    REGISTRATION,
    /** Goodbyes. */
    CONTROL,
    /** Whole lists that a worker must encode. */
    LISTING,
    /** Native requests. */
    NATIVE,
    /** The leader's desk. */
    DESK
}
