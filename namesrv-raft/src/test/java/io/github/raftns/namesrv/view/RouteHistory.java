package io.github.raftns.namesrv.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random history that a state machine could have made, beside a plain model of its rows; and all that can be asked of a view
 * over its small world of names.
 */
final class RouteHistory {
    private static final List<String> BROKERS = List.of("b1", "b2", "b3", "b4");
    private static final List<String> TOPICS = List.of("T", "U", "V", "W", "X");
    private static final List<String> ZONES = List.of("east", "West", "nowhere");

    private final Random random;
    private final Map<BrokerName, GroupRecord> groups = new TreeMap<>();
    private final Map<BrokerKey, MemberRecord> members = new TreeMap<>();
    private final Map<List<String>, RouteChange.TopicPut> topics = new LinkedHashMap<>();
    private final Map<List<String>, Tombstone> tombstones = new LinkedHashMap<>();
    private long revision;

    RouteHistory(long seed) {
        random = new Random(seed);
    }

    /** The changes of a few entries, after which every name with rows has its group. */
    List<RouteChange> nextBatch() {
        List<RouteChange> batch = new ArrayList<>();
        int changes = 1 + random.nextInt(8);
        for (int i = 0; i < changes; i++) {
            change(pick(BROKERS), pick(TOPICS), batch);
        }
        return batch;
    }

    List<RouteChange> rows() {
        List<RouteChange> rows = new ArrayList<>();
        tombstones.values().forEach(tombstone -> rows.add(new RouteChange.TombstonePut(tombstone)));
        rows.addAll(topics.values());
        members.values().forEach(member -> rows.add(new RouteChange.MemberPut(member)));
        groups.values().forEach(group -> rows.add(new RouteChange.GroupPut(group)));
        return rows;
    }

    /** Everything that can be asked, by question. Asked in a random order, so that caches fill in different ways. */
    Map<String, Optional<EncodedBody>> answers(RouteView view) {
        return answers(view, random);
    }

    static Map<String, Optional<EncodedBody>> answers(RouteView view, Random order) {
        List<String> questions = new ArrayList<>(List.of("clusters", "topics"));
        BROKERS.forEach(broker -> questions.add("members " + broker));
        for (String topic : TOPICS) {
            for (String dialect : List.of("standard", "legacy")) {
                questions.add("route " + topic + ' ' + dialect);
                ZONES.forEach(zone -> questions.add("route " + topic + ' ' + dialect + ' ' + zone));
            }
        }
        Collections.shuffle(questions, order);
        Map<String, Optional<EncodedBody>> answers = new TreeMap<>();
        questions.forEach(question -> answers.put(question, answer(view, question)));
        return answers;
    }

    static void assertSameRows(List<RouteChange> actual, List<RouteChange> expected) {
        assertThat(new HashSet<>(actual)).isEqualTo(new HashSet<>(expected));
        assertThat(actual).hasSameSizeAs(expected);
    }

    private static Optional<EncodedBody> answer(RouteView view, String question) {
        String[] words = question.split(" ", -1);
        return switch (words[0]) {
            case "clusters" -> Optional.of(view.clusterInfo());
            case "topics" -> Optional.of(view.topicList());
            case "members" -> Optional.of(view.memberGroup(new ClusterName("CL"), new BrokerName(words[1])));
            case "route" -> view.route(
                    new TopicName(words[1]), words[2].equals("standard"), words.length > 3 ? words[3] : null);
            default -> throw new IllegalArgumentException(question);
        };
    }

    private void change(String broker, String topic, List<RouteChange> batch) {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> putMember(broker, batch);
            case 3 -> removeMember(broker, batch);
            case 4, 5, 6 -> putTopic(broker, topic, batch);
            case 7 -> removeTopic(broker, topic, batch);
            case 8 -> touch(broker, random.nextBoolean(), batch);
            default -> changeTombstone(broker, topic, batch);
        }
        dropWhenBare(broker, batch);
    }

    private void putMember(String broker, List<RouteChange> batch) {
        long id = random.nextInt(3);
        Rows.MemberSketch sketch = Rows.member(broker, id, broker + "-" + random.nextInt(2) + ":" + id)
                .cluster(random.nextInt(4) == 0 ? "OTHER" : "CL")
                .acting(pick(List.of(ActingMaster.values())))
                .zone(random.nextBoolean() ? null : pick(List.of("east", "EAST", "west")));
        if (random.nextInt(4) == 0) {
            sketch = sketch.filters("f:" + random.nextInt(2));
        }
        RouteChange.MemberPut put = (RouteChange.MemberPut) sketch.put(random.nextInt(3));
        members.put(put.member().key(), put.member());
        batch.add(put);
        touch(broker, random.nextInt(6) == 0, batch);
    }

    private void removeMember(String broker, List<RouteChange> batch) {
        RouteChange.MemberRemoved removed = (RouteChange.MemberRemoved) Rows.memberGone(broker, random.nextInt(3));
        members.remove(removed.key());
        batch.add(removed);
        if (groups.containsKey(new BrokerName(broker))) {
            touch(broker, false, batch);
        }
    }

    private void putTopic(String broker, String topic, List<RouteChange> batch) {
        RouteChange.TopicPut put = (RouteChange.TopicPut)
                (random.nextInt(5) == 0
                        ? Rows.staticTopic(broker, topic, pick(BROKERS), random.nextInt(3))
                        : Rows.topic(broker, topic, 1 + random.nextInt(2), 4 + random.nextInt(4)));
        topics.put(List.of(broker, topic), put);
        batch.add(put);
        touch(broker, false, batch);
    }

    private void removeTopic(String broker, String topic, List<RouteChange> batch) {
        topics.remove(List.of(broker, topic));
        batch.add(Rows.topicGone(broker, topic));
    }

    private void changeTombstone(String broker, String topic, List<RouteChange> batch) {
        if (random.nextBoolean()) {
            RouteChange.TombstonePut put = (RouteChange.TombstonePut) Rows.tombstone(broker, topic, revision);
            tombstones.put(List.of(broker, topic), put.tombstone());
            batch.add(put);
            touch(broker, false, batch);
        } else {
            tombstones.remove(List.of(broker, topic));
            batch.add(new RouteChange.TombstoneRemoved(new BrokerName(broker), new TopicName(topic)));
        }
    }

    private void touch(String broker, boolean masked, List<RouteChange> batch) {
        revision++;
        GroupRecord before = groups.get(new BrokerName(broker));
        GroupRecord.Mask mask = masked ? new GroupRecord.Mask(new LogIndex(revision), 1) : null;
        GroupRecord group = new GroupRecord(
                new BrokerName(broker),
                before == null ? new ClusterName(random.nextBoolean() ? "CL" : "C2") : before.cluster(),
                new LogIndex(revision),
                mask);
        groups.put(group.name(), group);
        // rows of one entry come in no particular order
        batch.add(random.nextInt(batch.size() + 1), new RouteChange.GroupPut(group));
        batch.removeIf(change -> change instanceof RouteChange.GroupPut put
                && put.group().name().equals(group.name())
                && !put.group().equals(group));
        batch.removeIf(change -> change instanceof RouteChange.GroupRemoved removed
                && removed.name().equals(group.name()));
    }

    private void dropWhenBare(String broker, List<RouteChange> batch) {
        BrokerName name = new BrokerName(broker);
        boolean bare = members.keySet().stream().noneMatch(key -> key.name().equals(name))
                && topics.keySet().stream().noneMatch(key -> key.get(0).equals(broker))
                && tombstones.keySet().stream().noneMatch(key -> key.get(0).equals(broker))
                && groups.containsKey(name)
                && groups.get(name).mask() == null;
        if (bare) {
            groups.remove(name);
            batch.add(new RouteChange.GroupRemoved(name));
        }
    }

    /** What the model says of one row. */
    ReportedTopic report(String broker, String topic) {
        RouteChange.TopicPut put = topics.get(List.of(broker, topic));
        return put == null ? null : put.topic();
    }

    void assertCounts(RouteView view) {
        assertThat(view.brokerCount()).isEqualTo(members.size());
        assertThat(view.topicCount()).isEqualTo((int)
                topics.keySet().stream().map(key -> key.get(1)).distinct().count());
        for (String broker : BROKERS) {
            GroupView group = view.group(new BrokerName(broker));
            assertThat(group == null ? null : group.row()).isEqualTo(groups.get(new BrokerName(broker)));
            assertThat(group == null ? 0 : group.topicCount()).isEqualTo((int) topics.keySet().stream()
                    .filter(key -> key.get(0).equals(broker))
                    .count());
            for (String topic : TOPICS) {
                assertThat(view.topic(new BrokerName(broker), new TopicName(topic)))
                        .isEqualTo(report(broker, topic));
                assertThat(view.tombstone(new BrokerName(broker), new TopicName(topic)))
                        .isEqualTo(tombstones.get(List.of(broker, topic)));
            }
        }
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
