/**
 * Who is alive: leases held by the leader, what followers heard, and the reaper that proposes expiries.
 *
 * <p>Owns the leases; they never enter the log. The timer thread alone touches them; event loops and the Raft port reach them
 * through a lock-free inbox. May know {@code command}, {@code leadership}, {@code observe}, {@code rpc.model} and
 * {@code rpc.time}.
 */
package io.github.raftns.namesrv.liveness;
