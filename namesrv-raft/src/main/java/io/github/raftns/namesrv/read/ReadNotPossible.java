package io.github.raftns.namesrv.read;

/** The freshness that was asked for cannot be had now: no leader, no majority, or too little time. */
public final class ReadNotPossible extends Exception {
    private static final long serialVersionUID = 1L;

    public ReadNotPossible(String why) {
        super(why);
    }
}
