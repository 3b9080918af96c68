package io.github.raftns.namesrv.replication;

/**
 * What bounds the memory of replication.
 *
 * @param entryBytesMax of one proposed command; a larger one must be split by its proposer
 * @param frameBytesMax of one message between nodes; above all a forwarded registration or a batch of entries
 * @param proposalsInFlightMax proposed and not yet applied or given back
 * @param forwardsInFlightMax sent to the leader and not yet answered
 * @param waitersMax reads waiting for an index
 * @param batchEntriesMax entries applied as one write to the store
 * @param batchBytesMax the same in bytes of entries; one larger entry is a batch of its own
 * @param logBytesInMemoryMax of entries not yet replicated to all or not yet applied
 * @param ringEntriesMax slots of each of JRaft's queues, a power of two
 */
public record ReplicationLimits(
        int entryBytesMax,
        int frameBytesMax,
        int proposalsInFlightMax,
        int forwardsInFlightMax,
        int waitersMax,
        int batchEntriesMax,
        int batchBytesMax,
        long logBytesInMemoryMax,
        int ringEntriesMax) {
    public static final ReplicationLimits DEFAULT =
            new ReplicationLimits(4 << 20, 32 << 20, 4_096, 4_096, 16_384, 512, 4 << 20, 256L << 20, 8_192);

    /** @throws IllegalArgumentException naming the first limit that makes no sense */
    public ReplicationLimits {
        positive("entryBytesMax", entryBytesMax);
        positive("proposalsInFlightMax", proposalsInFlightMax);
        positive("forwardsInFlightMax", forwardsInFlightMax);
        positive("waitersMax", waitersMax);
        positive("batchEntriesMax", batchEntriesMax);
        positive("batchBytesMax", batchBytesMax);
        positive("logBytesInMemoryMax", logBytesInMemoryMax);
        positive("ringEntriesMax", ringEntriesMax);
        if (Integer.bitCount(ringEntriesMax) != 1) {
            throw new IllegalArgumentException("ringEntriesMax " + ringEntriesMax + " is not a power of two");
        }
        if (frameBytesMax < 2L * entryBytesMax) {
            throw new IllegalArgumentException(
                    "frameBytesMax " + frameBytesMax + " is less than twice entryBytesMax " + entryBytesMax);
        }
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " " + value + " is not positive");
        }
    }
}
