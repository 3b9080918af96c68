/**
 * Whole nodes, three in one JVM, over real sockets: what a cluster promises to those who use it. {@code Cluster} is the language in
 * which the scenarios are written; each ends with {@code healAndVerify}.
 */
package io.github.raftns.namesrv.cluster;
