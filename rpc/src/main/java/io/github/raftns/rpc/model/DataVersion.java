package io.github.raftns.rpc.model;

/**
 * The version that a broker stamps on its topic table.
 *
 * @param stateVersion 0 unless the broker runs under a controller (then its master epoch); absent in 4.9, read as 0
 * @param timestamp milliseconds since 1970 on the broker's clock
 * @param counter changes since that timestamp
 */
public record DataVersion(long stateVersion, long timestamp, long counter) {
    /** The version of a registration without a body. */
    public static final DataVersion INITIAL = new DataVersion(0, 0, 0);

    /**
     * Whether this version can only have been stamped after the other: a later state version, or within one state
     * version a later stamp or a higher count. Two versions of one broker are always comparable; versions of a broker
     * whose clock was set back and whose store was wiped are not, and count as newer in neither direction.
     */
    public boolean isNewerThan(DataVersion other) {
        if (stateVersion != other.stateVersion) {
            return stateVersion > other.stateVersion;
        }
        if (timestamp != other.timestamp) {
            return timestamp > other.timestamp;
        }
        return counter > other.counter;
    }
}
