package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.codec.BodyDialect;
import io.github.raftns.rpc.codec.ClusterInfoBody;
import io.github.raftns.rpc.codec.MemberGroupBody;
import io.github.raftns.rpc.codec.TopicListBody;
import io.github.raftns.rpc.message.ClusterInfo;
import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The whole replicated state as of one applied entry, in the form that is asked for. Two views of equal rows give equal bytes,
 * on whatever node and by whatever history.
 *
 * <p>Immutable but for caches of encoded bodies, which nobody can see; any thread, without locks. Keep it for one answer, not
 * longer: it holds everything its successors have dropped. Handlers take it from {@link RouteWindow#view()} once an answer, so
 * that the answer is one consistent cut (design R2).
 */
public final class RouteView {
    static final RouteView EMPTY = new RouteView(
            AppliedPoint.START,
            ShardedMap.empty(),
            ShardedMap.empty(),
            ShardedMap.empty(),
            0,
            new FacesVersion(),
            new LazyBody(),
            new LazyBody());

    private final AppliedPoint at;
    private final ShardedMap<BrokerName, GroupView> groups;
    private final ShardedMap<TopicName, TopicEntry> topics;
    private final ShardedMap<RowKey, Tombstone> tombstones;
    private final int brokerCount;
    private final FacesVersion facesVersion;
    private final LazyBody clusterInfo;
    private final LazyBody topicList;

    RouteView(
            AppliedPoint at,
            ShardedMap<BrokerName, GroupView> groups,
            ShardedMap<TopicName, TopicEntry> topics,
            ShardedMap<RowKey, Tombstone> tombstones,
            int brokerCount,
            FacesVersion facesVersion,
            LazyBody clusterInfo,
            LazyBody topicList) {
        this.at = at;
        this.groups = groups;
        this.topics = topics;
        this.tombstones = tombstones;
        this.brokerCount = brokerCount;
        this.facesVersion = facesVersion;
        this.clusterInfo = clusterInfo;
        this.topicList = topicList;
    }

    public AppliedPoint at() {
        return at;
    }

    /**
     * The body of a reply to 105. Encoded at the first ask after a change of the topic or of one of its groups; after that, a
     * look into a map and a volatile read.
     *
     * @param zone null for a client that did not ask for its zone only; the filtered body follows the client's dialect, where
     *     stock falls back to the legacy one
     * @return empty when the topic is unknown or none of its broker names has a member
     */
    public Optional<EncodedBody> route(TopicName topic, boolean standardJson, String zone) {
        TopicEntry entry = topics.get(topic);
        if (entry == null) {
            return Optional.empty();
        }
        RouteBodies bodies = entry.bodies(this);
        BodyDialect dialect = BodyDialect.of(standardJson);
        return zone == null ? bodies.body(entry, dialect) : bodies.body(entry, dialect, zone);
    }

    /** The body of a reply to 106: every broker name that has a member. */
    public EncodedBody clusterInfo() {
        return clusterInfo.get(this::encodeClusterInfo);
    }

    /** The body of a reply to 206: every topic that has a route, sorted. Walks over all topics at the first ask after a change. */
    public EncodedBody topicList() {
        return topicList.get(this::encodeTopicList);
    }

    /** Whether {@link #clusterInfo} costs no more than a look. */
    public boolean isClusterInfoEncoded() {
        return clusterInfo.isEncoded();
    }

    /** Whether {@link #topicList} costs no more than a look. */
    public boolean isTopicListEncoded() {
        return topicList.isEncoded();
    }

    /** The body of a reply to 901; without addresses when the broker name is unknown. */
    public EncodedBody memberGroup(ClusterName requested, BrokerName name) {
        GroupFace face = face(name);
        SortedMap<BrokerId, BrokerAddress> addresses =
                face == null ? Collections.emptySortedMap() : face.group().addresses();
        return MemberGroupBody.encode(requested, name, addresses);
    }

    /** Null when nothing is known of the name. */
    public GroupView group(BrokerName name) {
        return groups.get(name);
    }

    /** All groups, sorted by name; a new list each time. */
    public List<GroupView> groups() {
        List<GroupView> sorted = new ArrayList<>(groups.size());
        groups.forEach((name, group) -> sorted.add(group));
        sorted.sort(Comparator.comparing(GroupView::name));
        return sorted;
    }

    /** What the broker name reports of the topic, before any mask; null when it does not have it. */
    public ReportedTopic topic(BrokerName broker, TopicName topic) {
        TopicEntry entry = topics.get(topic);
        return entry == null ? null : entry.report(broker);
    }

    /** Null when the topic was not deleted from the broker name, or has come back. */
    public Tombstone tombstone(BrokerName broker, TopicName topic) {
        return tombstones.get(new RowKey(broker, topic));
    }

    /** Null when no such broker is registered. */
    public MemberRecord member(BrokerKey key) {
        GroupView group = groups.get(key.name());
        return group == null ? null : group.members().get(key.id());
    }

    /** Null when no broker of that name is registered with that address. */
    public MemberRecord memberByAddress(BrokerName name, BrokerAddress address) {
        GroupView group = groups.get(name);
        return group == null ? null : group.memberByAddress(address);
    }

    /** Registered brokers, masters and slaves. */
    public int brokerCount() {
        return brokerCount;
    }

    /** Topics that at least one broker name has. */
    public int topicCount() {
        return topics.size();
    }

    /** Gives every row back as the change that puts it, in no particular order, so that the view can be counted against the digest. */
    public void forEachRow(Consumer<RouteChange> sink) {
        groups.forEach((name, group) -> {
            sink.accept(new RouteChange.GroupPut(group.row()));
            group.members().values().forEach(member -> sink.accept(new RouteChange.MemberPut(member)));
        });
        topics.forEach((topic, entry) ->
                entry.forEach((broker, report) -> sink.accept(new RouteChange.TopicPut(broker, report))));
        tombstones.forEach((key, tombstone) -> sink.accept(new RouteChange.TombstonePut(tombstone)));
    }

    /** What routes show of the group; null when it has no member. */
    GroupFace face(BrokerName name) {
        GroupView group = groups.get(name);
        return group == null ? null : group.face();
    }

    FacesVersion facesVersion() {
        return facesVersion;
    }

    ShardedMap<BrokerName, GroupView> groupMap() {
        return groups;
    }

    ShardedMap<TopicName, TopicEntry> topicMap() {
        return topics;
    }

    ShardedMap<RowKey, Tombstone> tombstones() {
        return tombstones;
    }

    LazyBody clusterInfoBody() {
        return clusterInfo;
    }

    LazyBody topicListBody() {
        return topicList;
    }

    private EncodedBody encodeClusterInfo() {
        SortedMap<BrokerName, RouteGroup> shown = new TreeMap<>();
        SortedMap<ClusterName, SortedSet<BrokerName>> clusters = new TreeMap<>();
        groups.forEach((name, group) -> {
            GroupFace face = group.face();
            if (face != null) {
                shown.put(name, face.group());
                face.clusters().forEach(cluster -> clusters.computeIfAbsent(cluster, any -> new TreeSet<>())
                        .add(name));
            }
        });
        return ClusterInfoBody.encode(new ClusterInfo(shown, clusters));
    }

    private EncodedBody encodeTopicList() {
        List<TopicName> routed = new ArrayList<>(topics.size());
        topics.forEach((topic, entry) -> {
            if (entry.isRouted(this)) {
                routed.add(topic);
            }
        });
        Collections.sort(routed);
        return TopicListBody.encode(routed);
    }
}
