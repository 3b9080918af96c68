/**
 * The public face of the native client: connect to one node, ask it typed questions.
 *
 * <p>Owns its connections. Any thread may ask; answers complete on event loops. May know {@code rpc}.
 */
package io.github.raftns.client;
