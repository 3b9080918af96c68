package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.TopicName;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A topic that was deleted from a broker name. A member's report of it is ignored until it comes under a data version newer
 * than the one judged for that member; a member not judged then may bring it back at once.
 *
 * @param judged data version of each member when the topic was deleted; sorted, unmodifiable
 */
public record Tombstone(BrokerName broker, TopicName topic, LogIndex since, SortedMap<BrokerId, DataVersion> judged) {
    public Tombstone {
        Objects.requireNonNull(broker, "broker");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(since, "since");
        judged = Collections.unmodifiableSortedMap(new TreeMap<>(judged));
    }

    /** Whether a report of this topic by this member under this version is to be ignored. */
    public boolean covers(BrokerId member, DataVersion reported) {
        DataVersion then = judged.get(member);
        return then != null && !reported.isNewerThan(then);
    }
}
