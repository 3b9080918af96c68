package io.github.raftns.namesrv.command;

/**
 * The sum modulo 2^128 of a hash of every row but the applied index (design D5). Equal states have equal digests; the sum
 * makes it independent of order, so that each entry updates it by the rows it touched.
 */
public record StateDigest(long high, long low) {
    public static final StateDigest EMPTY = new StateDigest(0, 0);

    public StateDigest plus(StateDigest other) {
        long sum = low + other.low;
        long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        return new StateDigest(high + other.high + carry, sum);
    }

    public StateDigest minus(StateDigest other) {
        long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
        return new StateDigest(high - other.high - borrow, low - other.low);
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
