/**
 * How fresh a read must be ({@link io.github.raftns.namesrv.read.ReadPolicy}), and the port that makes a read wait for it
 * ({@link io.github.raftns.namesrv.read.ReadBarrier}).
 *
 * <p>Owns nothing. Any thread. Knows nothing of ours.
 */
package io.github.raftns.namesrv.read;
