/**
 * Who is alive: leases held by the leader, what followers heard, and the reaper that proposes expiries.
 *
 * <p>Owns the leases; they never enter the log. May know {@code command}, {@code leadership}, {@code observe}, {@code rpc.model} and
 * {@code rpc.time}.
 */
package io.github.raftns.namesrv.liveness;
