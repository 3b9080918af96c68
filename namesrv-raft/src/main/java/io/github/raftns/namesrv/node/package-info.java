/**
 * The composition root: builds the rooms in order, starts, stops, and {@code main}.
 *
 * <p>Owns the life cycle. Sees all rooms.
 */
package io.github.raftns.namesrv.node;
