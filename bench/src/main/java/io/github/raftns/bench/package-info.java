/**
 * Benchmarks and side-by-side runs against the stock NameServer.
 *
 * <p>Owns the processes it starts. Main thread. Sees all modules.
 */
package io.github.raftns.bench;
