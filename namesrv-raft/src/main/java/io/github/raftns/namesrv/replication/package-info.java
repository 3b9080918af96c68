/**
 * The ballot: propose, apply in order, snapshot, read index, forward. The only importer of SOFAJRaft, bolt and Hessian.
 *
 * <p>Owns the Raft node and the state. The state belongs to JRaft's apply thread (to the starting thread before the node started);
 * outcomes and passed reads leave on one completion thread; what may block (connecting, checksums of snapshots, handing the
 * leadership over) has workers of its own. May know {@code command}, {@code leadership}, {@code machine}, {@code read},
 * {@code observe}, {@code store} and {@code store.checkpoint}.
 *
 * <p>Two classes know more than JRaft: {@code FrameLimit} stands in bolt's Netty pipeline, and {@code LogStorageOptions} speaks
 * of JRaft's log in RocksDB's own terms, as JRaft asks.
 */
package io.github.raftns.namesrv.replication;
