package io.github.raftns.namesrv.command;

/** Why a command was refused. The number is part of the wire and log formats and never reused. */
public enum Refusal {
    /** The broker has registered anew since, or is gone: the verdict or goodbye was meant for an older epoch. */
    STALE_EPOCH(1),
    /** A verdict reached in one term arrived in an entry of another. */
    WRONG_TERM(2),
    /** The rows that a difference was judged against have changed. */
    BASE_MOVED(3),
    /** The id is held by another address that reports a later state version (a newer master epoch). */
    NEWER_STATE_VERSION(4),
    /** There is no such broker. */
    UNKNOWN_BROKER(5),
    /** What was asked for is longer than one entry of the log, or one message between nodes, may be. */
    TOO_LARGE(6);

    private final int number;

    Refusal(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** @throws IllegalArgumentException for a number that no release has used */
    public static Refusal of(int number) {
        for (Refusal refusal : values()) {
            if (refusal.number == number) {
                return refusal;
            }
        }
        throw new IllegalArgumentException("unknown refusal " + number);
    }
}
