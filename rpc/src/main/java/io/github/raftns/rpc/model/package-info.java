/**
 * The nouns of the domain as immutable values: names, addresses, versions, topic configurations, registrations.
 *
 * <p>Owns nothing that changes. Any thread. Knows the JDK and nothing else, so that every other room may know it.
 */
package io.github.raftns.rpc.model;
