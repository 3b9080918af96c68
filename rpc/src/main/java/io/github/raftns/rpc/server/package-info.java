/**
 * The server end: listens, decodes, hands each request to one {@link io.github.raftns.rpc.server.RequestHandler}, writes
 * replies in the form of the request.
 *
 * <p>Owns the listening socket, the event loops and each channel's count of unanswered requests. Handlers are called on
 * event loops; replies may be given from any thread. May know {@code rpc.transport}, {@code rpc.codec},
 * {@code rpc.message} and {@code rpc.model}.
 */
package io.github.raftns.rpc.server;
