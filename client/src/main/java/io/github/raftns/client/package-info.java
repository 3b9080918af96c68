/**
 * The public face of the native client.
 *
 * <p>Owns its connections. Any thread. May know {@code rpc}.
 */
package io.github.raftns.client;
