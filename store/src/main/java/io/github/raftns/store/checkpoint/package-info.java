/**
 * Checkpoints as they travel: manifest, checksums, verification, and the swap of a whole store for another.
 *
 * <p>Owns the generations of a state directory. May know {@code store}.
 */
package io.github.raftns.store.checkpoint;
