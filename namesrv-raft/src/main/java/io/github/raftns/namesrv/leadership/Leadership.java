package io.github.raftns.namesrv.leadership;

import io.github.raftns.rpc.model.Term;
import java.util.Objects;
import java.util.Optional;

/**
 * What this node believes of the leadership. A hint for routing requests, never a proof: proofs are applied entries and read
 * indexes.
 *
 * @param leader empty while none is known
 */
public record Leadership(Role role, Term term, Optional<Member> leader) {
    public static final Leadership NONE = new Leadership(Role.FOLLOWER, Term.NONE, Optional.empty());

    public Leadership {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(leader, "leader");
    }

    public boolean isLeader() {
        return role == Role.LEADER;
    }

    /** LEADER only after the first entry of the own term was applied: from then on it may judge. */
    public enum Role {
        LEADER,
        FOLLOWER,
        CANDIDATE,
        LEARNER
    }
}
