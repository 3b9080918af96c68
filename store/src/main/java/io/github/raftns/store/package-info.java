/**
 * The port of the state's storage: ordered keys, atomic batches, consistent read handles, checkpoints.
 *
 * <p>Owns nothing itself, but has what all stores need: counted handles, and what makes a file last. The implementations are
 * {@code store.rocksdb} and {@code store.memory}, held to one contract test. One writer thread, any reader thread. Knows nothing
 * of ours, and nothing of brokers.
 */
package io.github.raftns.store;
