/**
 * The ballot: propose, apply in order, snapshot, read index, forward. The only importer of SOFAJRaft, bolt and Hessian.
 *
 * <p>Owns the Raft node and the apply thread. May know {@code command}, {@code leadership}, {@code machine}, {@code read},
 * {@code observe} and {@code store}.
 */
package io.github.raftns.namesrv.replication;
