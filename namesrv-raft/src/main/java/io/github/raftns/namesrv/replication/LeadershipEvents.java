package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.entity.PeerId;
import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.rpc.model.Term;
import java.util.Optional;

/** Turns what JRaft says of leaders into the node's belief. Called by the apply thread alone, so that beliefs come in order. */
final class LeadershipEvents {
    private final LeadershipWatch watch;
    private final Peers peers;
    private final Member self;
    private Term term = Term.NONE;

    LeadershipEvents(LeadershipWatch watch, Peers peers, Member self) {
        this.watch = watch;
        this.peers = peers;
        this.self = self;
    }

    void leading(Term now) {
        term = now;
        watch.publish(new Leadership(Leadership.Role.LEADER, term, Optional.of(self)));
    }

    /** A leader whom the configuration does not name is as good as none: nobody could send it anything. */
    void following(PeerId leader, Term now) {
        term = now;
        watch.publish(new Leadership(Leadership.Role.FOLLOWER, term, peers.memberOf(leader)));
    }

    void lost() {
        watch.publish(new Leadership(Leadership.Role.FOLLOWER, term, Optional.empty()));
    }
}
