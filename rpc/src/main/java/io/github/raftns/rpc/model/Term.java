package io.github.raftns.rpc.model;

/** A Raft term. */
public record Term(long number) implements Comparable<Term> {
    public static final Term NONE = new Term(0);

    /** @throws IllegalArgumentException when negative */
    public Term {
        if (number < 0) {
            throw new IllegalArgumentException("Term is negative: " + number);
        }
    }

    @Override
    public int compareTo(Term other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
