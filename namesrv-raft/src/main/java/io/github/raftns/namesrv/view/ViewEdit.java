package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicName;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Lays a batch of changes over a view and gives its successor. Costs are linear in the batch: each topic and each group that it
 * touches is copied once, however many of its rows change. Rows of one batch may come in any order. The removal of a row that
 * is not there changes nothing.
 *
 * <p>Used by {@link RouteWindow} for one batch, on its thread.
 */
final class ViewEdit implements RouteChange.Visitor {
    private final RouteView before;
    private final Map<BrokerName, GroupEdit> groups = new HashMap<>();
    private final Map<TopicName, TopicEdit> topics = new HashMap<>();
    private final ShardedMap.Edit<RowKey, Tombstone> tombstones;

    ViewEdit(RouteView before) {
        this.before = before;
        this.tombstones = before.tombstones().edit();
    }

    @Override
    public void on(RouteChange.GroupPut change) {
        group(change.group().name()).putRow(change.group());
    }

    @Override
    public void on(RouteChange.GroupRemoved change) {
        group(change.name()).removeRow();
    }

    @Override
    public void on(RouteChange.MemberPut change) {
        group(change.member().key().name()).putMember(change.member());
    }

    @Override
    public void on(RouteChange.MemberRemoved change) {
        group(change.key().name()).removeMember(change.key().id());
    }

    @Override
    public void on(RouteChange.TopicPut change) {
        GroupEdit group = group(change.broker());
        if (topic(change.topic().name()).put(group.name(), change.topic())) {
            group.countTopics(1);
        }
    }

    @Override
    public void on(RouteChange.TopicRemoved change) {
        if (topic(change.topic()).remove(change.broker())) {
            group(change.broker()).countTopics(-1);
        }
    }

    @Override
    public void on(RouteChange.TombstonePut change) {
        Tombstone tombstone = change.tombstone();
        GroupEdit group = group(tombstone.broker());
        if (tombstones.put(new RowKey(group.name(), tombstone.topic()), tombstone) == null) {
            group.countTombstones(1);
        }
    }

    @Override
    public void on(RouteChange.TombstoneRemoved change) {
        if (tombstones.remove(new RowKey(change.broker(), change.topic())) != null) {
            group(change.broker()).countTombstones(-1);
        }
    }

    /** @throws IllegalStateException when a broker name has rows but no group */
    RouteView freeze(AppliedPoint at) {
        ShardedMap.Edit<BrokerName, GroupView> nextGroups = before.groupMap().edit();
        int brokerCount = before.brokerCount();
        boolean facesChanged = false;
        boolean presenceChanged = false;
        for (GroupEdit edit : groups.values()) {
            GroupView old = edit.before();
            GroupView fresh = edit.freeze();
            if (fresh != null) {
                nextGroups.put(edit.name(), fresh);
            } else if (old != null) {
                nextGroups.remove(edit.name());
            }
            GroupFace oldFace = old == null ? null : old.face();
            GroupFace freshFace = fresh == null ? null : fresh.face();
            facesChanged |= !Objects.equals(oldFace, freshFace);
            presenceChanged |= (oldFace == null) != (freshFace == null);
            brokerCount += (fresh == null ? 0 : fresh.members().size())
                    - (old == null ? 0 : old.members().size());
        }
        ShardedMap.Edit<TopicName, TopicEntry> nextTopics = before.topicMap().edit();
        for (TopicEdit edit : topics.values()) {
            presenceChanged |= edit.brokersChanged();
            if (edit.isEmpty()) {
                nextTopics.remove(edit.topic());
            } else {
                nextTopics.put(edit.topic(), edit.freeze());
            }
        }
        return new RouteView(
                at,
                nextGroups.freeze(),
                nextTopics.freeze(),
                tombstones.freeze(),
                brokerCount,
                facesChanged ? new FacesVersion() : before.facesVersion(),
                facesChanged ? new LazyBody() : before.clusterInfoBody(),
                presenceChanged ? new LazyBody() : before.topicListBody());
    }

    private GroupEdit group(BrokerName name) {
        GroupEdit edit = groups.get(name);
        if (edit == null) {
            edit = new GroupEdit(name, before.group(name));
            groups.put(edit.name(), edit);
        }
        return edit;
    }

    private TopicEdit topic(TopicName name) {
        TopicEdit edit = topics.get(name);
        if (edit == null) {
            edit = new TopicEdit(name, before.topicMap().get(name));
            topics.put(edit.topic(), edit);
        }
        return edit;
    }
}
