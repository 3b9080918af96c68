package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.DataVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a topic goes from many broker names at once. Reads one group row and one topic row a broker name, never the topics
 * themselves. Called by {@link CommandApplier}; stateless.
 */
final class TopicDeletion {
    private TopicDeletion() {}

    /** Counts the broker names it was removed from. */
    static Outcome delete(Entry entry, DeleteTopic command) {
        long touched = 0;
        for (BrokerName name : namesWith(entry, command)) {
            GroupEdit group = entry.edit(name);
            if (command.cluster() != null && !group.isOf(command.cluster())) {
                continue;
            }
            group.removeTopic(command.topic());
            group.put(new Tombstone(name, command.topic(), entry.index(), judged(group)));
            entry.close(group);
            touched++;
        }
        return entry.applied(touched);
    }

    private static List<BrokerName> namesWith(Entry entry, DeleteTopic command) {
        List<BrokerName> names = new ArrayList<>();
        entry.rows().scan(RowKeys.table(Table.GROUP), (key, value) -> {
            BrokerName name = RowKeys.groupName(key);
            if (entry.rows().get(RowKeys.topic(name, command.topic())) != null) {
                names.add(name);
            }
            return true;
        });
        return names;
    }

    private static SortedMap<BrokerId, DataVersion> judged(GroupEdit group) {
        SortedMap<BrokerId, DataVersion> judged = new TreeMap<>();
        group.members().forEach((id, member) -> judged.put(id, member.dataVersion()));
        return judged;
    }
}
