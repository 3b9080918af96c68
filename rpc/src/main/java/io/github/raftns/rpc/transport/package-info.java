/**
 * The Netty pipeline that both ends share: framing, limits, idle close.
 *
 * <p>Owns event loop groups. Event loops. May know {@code rpc.codec} and {@code rpc.message}.
 */
package io.github.raftns.rpc.transport;
