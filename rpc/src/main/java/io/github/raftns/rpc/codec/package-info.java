/**
 * Bytes to messages and back: frame header in both forms, bodies, the inflating of compressed ones, all bounded.
 *
 * <p>Owns nothing. Any thread. Knows Netty buffers, Jackson streaming, {@code rpc.message} and {@code rpc.model}.
 */
package io.github.raftns.rpc.codec;
