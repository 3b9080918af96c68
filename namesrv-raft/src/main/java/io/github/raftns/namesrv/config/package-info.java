/**
 * One immutable configuration, parsed once from a properties file.
 *
 * <p>Owns nothing that changes. May know the configuration records of the rooms.
 */
package io.github.raftns.namesrv.config;
