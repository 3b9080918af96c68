/**
 * What travels: requests and responses, one file each, as immutable values.
 *
 * <p>Owns the request and response codes. Any thread. Knows {@code rpc.model} only; bytes are the business of
 * {@code rpc.codec}. A body that a request carries is a borrowed view of the receive buffer (see each message).
 */
package io.github.raftns.rpc.message;
