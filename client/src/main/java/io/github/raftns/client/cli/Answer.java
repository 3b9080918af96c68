package io.github.raftns.client.cli;

import io.github.raftns.rpc.model.HostPort;

/**
 * What one node said, or why it said nothing.
 *
 * @param value null when there is a problem
 * @param problem null when there is a value
 */
record Answer<T>(HostPort address, T value, String problem) {
    boolean given() {
        return problem == null;
    }
}
