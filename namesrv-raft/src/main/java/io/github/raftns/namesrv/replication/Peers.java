package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.util.Endpoint;
import io.github.raftns.namesrv.leadership.Member;
import java.util.List;
import java.util.Optional;

/** The members as JRaft names them: by Raft address. Immutable. */
final class Peers {
    private final List<Member> members;

    Peers(List<Member> members) {
        this.members = List.copyOf(members);
    }

    static PeerId peerOf(Member member) {
        return new PeerId(member.raft().host(), member.raft().port());
    }

    static Endpoint endpointOf(Member member) {
        return new Endpoint(member.raft().host(), member.raft().port());
    }

    /** Empty for none and for a peer that the configuration does not name. */
    Optional<Member> memberOf(PeerId peer) {
        if (peer == null) {
            return Optional.empty();
        }
        return members.stream().filter(member -> peerOf(member).equals(peer)).findFirst();
    }

    Configuration configuration() {
        return new Configuration(members.stream().map(Peers::peerOf).toList());
    }
}
