package io.github.raftns.namesrv.observe;

/** What became of a registration, as the node that was asked saw it. */
public enum RegistrationResult {
    /** Known to add nothing by its bytes; not parsed, nothing logged. */
    RENEWAL_RECOGNISED,
    /** Parsed, compared, found to add nothing; nothing logged. */
    RENEWAL_PARSED,
    /** Applied. */
    CHANGED,
    /** Judged and refused, or not readable. */
    REFUSED,
    /** Not done in time, no leader, overload. */
    FAILED
}
