/**
 * The deterministic state machine over the store: a pure function of (index, term, command, state).
 *
 * <p>Owns every row of the state and its keys. The apply thread alone writes. May know {@code command}, {@code rpc.model} and
 * {@code store}; only replication and node know it. Imports no time, threads, I/O, randomness or loggers, and calls no
 * collection factory with a salted order (checked).
 */
package io.github.raftns.namesrv.machine;
