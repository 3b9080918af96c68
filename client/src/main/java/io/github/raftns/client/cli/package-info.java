/**
 * The command line {@code ns}.
 *
 * <p>Owns nothing. Main thread. May know {@code client}, {@code rpc} messages and picocli.
 */
package io.github.raftns.client.cli;
