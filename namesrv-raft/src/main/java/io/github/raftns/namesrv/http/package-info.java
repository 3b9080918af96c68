/**
 * The HTTP port: health and meters for machines.
 *
 * <p>Owns its server and a few threads. May know {@code observe}, {@code leadership} and {@code view}.
 */
package io.github.raftns.namesrv.http;
