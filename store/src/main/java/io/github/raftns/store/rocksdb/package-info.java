/**
 * The port on RocksDB.
 *
 * <p>Owns one database directory. One writer thread, any reader. The only importer of {@code org.rocksdb}. May know {@code store}.
 */
package io.github.raftns.store.rocksdb;
