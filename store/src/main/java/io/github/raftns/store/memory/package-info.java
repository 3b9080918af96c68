/**
 * The port on a sorted map, for tests and simulation.
 *
 * <p>Owns its map. One writer thread, any reader. May know {@code store}.
 */
package io.github.raftns.store.memory;
