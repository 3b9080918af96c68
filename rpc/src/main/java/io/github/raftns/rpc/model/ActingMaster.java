package io.github.raftns.rpc.model;

/** The three things a registration can say of {@code enableActingMaster}; its absence marks a broker older than 5.0. */
public enum ActingMaster {
    /** Not sent: an old broker, whose slaves never publish topics. */
    UNSAID,
    DISABLED,
    ENABLED
}
