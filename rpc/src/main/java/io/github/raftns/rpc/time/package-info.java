/**
 * Time as an argument: a monotonic clock, timers, and the one class that reads the machine's clocks.
 *
 * <p>Owns the timer thread. Knows nothing of ours. Tests use a manual twin.
 */
package io.github.raftns.rpc.time;
