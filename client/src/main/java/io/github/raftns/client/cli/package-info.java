/**
 * The command line {@code ns}: one file a command, each a question to several nodes and a table or JSON of their answers.
 *
 * <p>Owns one invocation's connections. Main thread. May know {@code client}, {@code rpc.wire}, {@code rpc.model}, picocli and
 * Jackson streaming.
 */
package io.github.raftns.client.cli;
