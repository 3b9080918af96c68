/**
 * Checkpoints as they travel: manifest, checksums, verification, and the swap of a whole store for another.
 *
 * <p>Owns the generations of a state directory. Sealing and verifying run on any thread, for checkpoints are immutable; the
 * writer of the state replaces it. May know {@code store}.
 */
package io.github.raftns.store.checkpoint;
