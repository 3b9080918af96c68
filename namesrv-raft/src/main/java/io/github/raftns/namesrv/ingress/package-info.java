/**
 * The door: one handler a request; outcome to response in one file; and the leader's desk, where a registration becomes a
 * difference.
 *
 * <p>Owns what is known of each connection and the cache of registrations known to add nothing. Handlers run on event loops,
 * big bodies on workers. May know {@code admission}, {@code command}, {@code leadership}, {@code liveness}, {@code read},
 * {@code view}, {@code observe}, {@code rpc.message}, {@code rpc.model}, {@code rpc.codec}, {@code rpc.server} and {@code rpc.time}.
 */
package io.github.raftns.namesrv.ingress;
