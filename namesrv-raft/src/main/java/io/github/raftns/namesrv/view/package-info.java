/**
 * The window on the state: immutable routes whose bodies are encoded when first asked for after a change.
 *
 * <p>Owns one volatile reference to the current view. The apply thread publishes; any thread reads, without locks. May know
 * {@code command}, {@code rpc.codec}, {@code rpc.message} and {@code rpc.model}.
 */
package io.github.raftns.namesrv.view;
