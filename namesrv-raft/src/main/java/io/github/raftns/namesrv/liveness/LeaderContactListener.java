package io.github.raftns.namesrv.liveness;

import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;

/** Port: hears that this follower and the leader have just exchanged messages both ways. Quick; any thread. */
public interface LeaderContactListener {
    /** @param leaderIndex what the leader had applied, from which this node knows its lag */
    void leaderContact(Term term, LogIndex leaderIndex);
}
