package io.github.raftns.namesrv.config;

import io.github.raftns.namesrv.leadership.Member;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The whole configuration of one node, checked.
 *
 * @param clusterId empty for a cluster of one that has no id yet: its data directory gets one at the first start
 * @param self one of {@code members}
 * @param bindAddress where the remoting and HTTP ports listen; the Raft port listens on the member's own host alone
 * @param httpPort 0 = none
 * @param maxStaleness without word from a leader for this long, topics unknown here are no longer answered "not found"
 * @param serveStaleFor how old the last word from a leader may be for a node to start serving without one
 * @param frameBytesMax of one remoting frame
 * @param inflatedBytesMax of one compressed registration body
 * @param effective every key with the text that holds, sorted, for printing
 * @param warnings what the operator should know about the file, one line each
 */
public record NodeConfig(
        Optional<UUID> clusterId,
        Member self,
        List<Member> members,
        String bindAddress,
        Path dataDirectory,
        int httpPort,
        Duration idleClose,
        Duration electionTimeout,
        Duration snapshotInterval,
        Duration maxStaleness,
        Duration serveStaleFor,
        Duration reportInterval,
        int frameBytesMax,
        int inflatedBytesMax,
        SortedMap<String, String> effective,
        List<String> warnings) {
    public NodeConfig {
        members = Collections.unmodifiableList(members);
        effective = Collections.unmodifiableSortedMap(new TreeMap<>(effective));
        warnings = Collections.unmodifiableList(warnings);
    }
}
