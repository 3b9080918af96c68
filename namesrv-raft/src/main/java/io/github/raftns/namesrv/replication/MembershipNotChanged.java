package io.github.raftns.namesrv.replication;

/** The group did not confirm a change of its members. */
public final class MembershipNotChanged extends Exception {
    private static final long serialVersionUID = 1L;

    MembershipNotChanged(String why) {
        super(why);
    }
}
