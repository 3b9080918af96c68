/**
 * Meters and health: what the other rooms report.
 *
 * <p>Owns the meter registry. Any thread. Knows nothing of ours.
 */
package io.github.raftns.namesrv.observe;
