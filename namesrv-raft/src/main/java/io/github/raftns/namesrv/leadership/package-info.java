/**
 * Who leads, and how a change gets to the leader: at most one hop.
 *
 * <p>Owns the node's belief of the leadership (one volatile value) and the {@code Forwarder} port that replication
 * implements. Any thread. May know {@code command}, {@code rpc.model} and {@code observe}.
 */
package io.github.raftns.namesrv.leadership;
