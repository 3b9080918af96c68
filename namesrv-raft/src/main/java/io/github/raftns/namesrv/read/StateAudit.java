package io.github.raftns.namesrv.read;

import java.util.List;
import java.util.Optional;

/** Port: what a node can say of its own state so that nodes can be compared (design D5). Any thread. */
public interface StateAudit {
    /** The digest after the entry of this index, while it is kept (the last 4,096 entries since start). */
    Optional<String> digestAt(long index);

    /** Oldest and newest index that {@link #digestAt} knows. */
    Range known();

    /** Counts the digest at a mark anew; empty when no state of that index is kept. May take seconds: call it on a worker. */
    Optional<Recount> recount(long index);

    /** The rows of one bucket at a mark; empty when no state of that index is kept. */
    Optional<Bucket> bucket(long index, int bucket);

    /** Both ends inclusive. */
    record Range(long oldest, long newest) {}

    /** Digests as 32 hexadecimal digits; 256 buckets each, by the first byte of a row's digest. */
    record Recount(String running, String rows, String view, List<String> rowBuckets, List<String> viewBuckets) {}

    record Bucket(List<Row> rows, List<Row> viewRows) {}

    /** @param key as text, for people */
    record Row(String key, String digest) {}
}
