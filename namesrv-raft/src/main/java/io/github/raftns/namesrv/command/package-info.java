/**
 * The log's vocabulary: what goes in ({@link io.github.raftns.namesrv.command.Command}, made from an
 * {@link io.github.raftns.namesrv.command.Intent}), what comes out
 * ({@link io.github.raftns.namesrv.command.Outcome}, {@link io.github.raftns.namesrv.command.RouteChange}), the rows of the
 * state as values, and the port through which commands enter
 * ({@link io.github.raftns.namesrv.command.Proposer}).
 *
 * <p>Owns the bytes of every command version ever released. Immutable values; any thread. May know {@code rpc.model}.
 * Imports no time, threads, I/O, randomness or loggers (checked).
 */
package io.github.raftns.namesrv.command;
