/**
 * The gate: permits by class of request, shed at once when there are none (design O1-O3).
 *
 * <p>Owns the counts of what is in flight. Any thread. May know {@code rpc.time} and {@code observe}.
 */
package io.github.raftns.namesrv.admission;
