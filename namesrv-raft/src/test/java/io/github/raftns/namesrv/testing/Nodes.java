package io.github.raftns.namesrv.testing;

import io.github.raftns.namesrv.leadership.Leadership;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.model.Term;
import java.util.Optional;

/** The three nodes that tests speak of, and who leads them. */
public final class Nodes {
    public static final Member N1 = member(1);
    public static final Member N2 = member(2);
    public static final Member N3 = member(3);

    private Nodes() {}

    /** As the node itself believes that leads. */
    public static Leadership leads(Member self, long term) {
        return new Leadership(Leadership.Role.LEADER, new Term(term), Optional.of(self));
    }

    /** As any other node believes. */
    public static Leadership follows(Member leader, long term) {
        return new Leadership(Leadership.Role.FOLLOWER, new Term(term), Optional.of(leader));
    }

    public static Leadership noLeader(long term) {
        return new Leadership(Leadership.Role.FOLLOWER, new Term(term), Optional.empty());
    }

    private static Member member(int number) {
        return new Member(
                new NodeId("n" + number),
                new HostPort("127.0.0.1", 9_876 + number),
                new HostPort("127.0.0.1", 8_876 + number));
    }
}
