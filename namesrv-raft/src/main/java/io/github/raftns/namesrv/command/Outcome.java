package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.LogIndex;
import java.util.Objects;

/** What became of an intent or a command. The caller's next move is in the type; success is only ever {@link Applied} or {@link Unchanged}. */
public sealed interface Outcome
        permits Outcome.Applied,
                Outcome.Unchanged,
                Outcome.Refused,
                Outcome.NotLeader,
                Outcome.Overloaded,
                Outcome.Unknown {
    /**
     * Committed, applied and visible in the view of the node that says so.
     *
     * @param count what the command counts (topics touched by a permission change or a deletion), 0 otherwise
     */
    record Applied(LogIndex index, long count) implements Outcome {
        public Applied {
            Objects.requireNonNull(index, "index");
        }
    }

    /** The state at this index already says what was asked for; nothing was logged. */
    record Unchanged(LogIndex index) implements Outcome {
        public Unchanged {
            Objects.requireNonNull(index, "index");
        }
    }

    /** Judged by the machine (or by the leader) and refused; nothing changed. Asking again changes nothing. */
    record Refused(Refusal reason, String detail) implements Outcome {
        public Refused {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /**
     * Not proposed, because the node asked does not lead. Safe to ask again.
     *
     * @param leader id of the node believed to lead, empty when none is known
     */
    record NotLeader(String leader) implements Outcome {
        public NotLeader {
            Objects.requireNonNull(leader, "leader");
        }
    }

    /** Not proposed, because a queue is full. Safe to ask again, later. */
    record Overloaded(String what) implements Outcome {
        public Overloaded {
            Objects.requireNonNull(what, "what");
        }
    }

    /** Proposed or sent, and no word of its fate: it may have been applied or may yet be. Only an idempotent retry is safe. */
    record Unknown(String why) implements Outcome {
        public Unknown {
            Objects.requireNonNull(why, "why");
        }
    }

    /** Whether the intent holds in the state. */
    default boolean holds() {
        return this instanceof Applied || this instanceof Unchanged;
    }
}
