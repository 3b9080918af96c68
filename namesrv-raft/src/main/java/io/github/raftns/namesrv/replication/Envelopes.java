package io.github.raftns.namesrv.replication;

import java.util.Optional;
import java.util.Set;

/**
 * The classes that may travel between nodes as Hessian, and nothing else ever: a closed set of four, known by exact name. Any
 * thread.
 */
final class Envelopes {
    private static final Set<Class<?>> CLASSES =
            Set.of(ForwardRequest.class, ForwardReply.class, SignsRequest.class, SignsReply.class);

    private Envelopes() {}

    static boolean contains(Class<?> type) {
        return CLASSES.contains(type);
    }

    /** The envelope of exactly this name; a foreign name is never resolved, let alone loaded. */
    static Optional<Class<?>> named(String name) {
        for (Class<?> type : CLASSES) {
            if (type.getName().equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
