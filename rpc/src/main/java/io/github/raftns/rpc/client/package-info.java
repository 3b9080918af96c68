/**
 * The client end: connect, send, match replies by opaque, one deadline a call.
 *
 * <p>Owns its connections. Any thread may call; results complete on event loops. May know {@code rpc.transport}, {@code rpc.codec},
 * {@code rpc.message}, {@code rpc.model} and {@code rpc.time}.
 */
package io.github.raftns.rpc.client;
