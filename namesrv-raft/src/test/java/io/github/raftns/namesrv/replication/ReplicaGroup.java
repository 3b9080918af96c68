package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.namesrv.testing.FreePorts;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.store.Disk;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Three nodes in one process, on real sockets and real disks, and the words that tests speak with them: stop, start, cut, heal.
 * Every wait is bounded by a multiple of the election timeout.
 */
final class ReplicaGroup implements AutoCloseable {
    static final Duration ELECTION_TIMEOUT = Duration.ofMillis(500);
    static final Duration STABLE = ELECTION_TIMEOUT.multipliedBy(40);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Path directory;
    private final ReplicationLimits limits;
    private final UUID cluster = UUID.randomUUID();
    private final List<Member> members = new ArrayList<>();
    private final List<FailingStores> stores = new ArrayList<>();
    private final Links links = new Links();
    private final TreeMap<Integer, Replica> running = new TreeMap<>();

    private ReplicaGroup(Path directory, int size, ReplicationLimits limits) {
        this.directory = directory;
        this.limits = limits;
        List<Integer> ports = FreePorts.take(2 * size);
        for (int i = 0; i < size; i++) {
            members.add(new Member(
                    new NodeId("n" + i),
                    new HostPort("127.0.0.1", ports.get(size + i)),
                    new HostPort("127.0.0.1", ports.get(i))));
            stores.add(new FailingStores(RocksStore.opener(RocksSettings.defaults())));
        }
    }

    static ReplicaGroup started(Path directory) {
        return started(directory, ReplicationLimits.DEFAULT);
    }

    /** A group of one node, for what concerns one node alone. */
    static ReplicaGroup single(Path directory) {
        return started(directory, 1, ReplicationLimits.DEFAULT);
    }

    static ReplicaGroup started(Path directory, ReplicationLimits limits) {
        return started(directory, 3, limits);
    }

    private static ReplicaGroup started(Path directory, int size, ReplicationLimits limits) {
        ReplicaGroup group = new ReplicaGroup(directory, size, limits);
        for (int i = 0; i < group.members.size(); i++) {
            group.start(i);
        }
        return group;
    }

    ReplicationConfig config(int index, boolean joining) {
        return new ReplicationConfig(
                cluster,
                members.get(index),
                members,
                joining,
                directory.resolve("n" + index),
                ReplicationTiming.electing(ELECTION_TIMEOUT),
                limits);
    }

    Replica start(int index) {
        return start(index, false);
    }

    Replica start(int index, boolean joining) {
        Replica replica = new Replica(config(index, joining), stores.get(index), links.of(members.get(index)));
        // a listening socket of the node that was stopped may linger for a moment
        await().atMost(STABLE).pollInterval(LOOK).untilAsserted(() -> assertThat(canBind(members.get(index)))
                .isTrue());
        try {
            replica.start();
        } catch (ReplicationNotStarted failure) {
            throw new AssertionError(failure);
        }
        running.put(index, replica);
        return replica;
    }

    private static boolean canBind(Member member) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(
                    new InetSocketAddress(member.raft().host(), member.raft().port()));
            return true;
        } catch (IOException busy) {
            return false;
        }
    }

    void stop(int index) {
        running.remove(index).close();
    }

    void wipe(int index) {
        Disk.deleteTree(directory.resolve("n" + index));
    }

    void cut(int one, int other) {
        links.cut(members.get(one), members.get(other));
    }

    void isolate(int index) {
        for (int i = 0; i < members.size(); i++) {
            if (i != index) {
                cut(index, i);
            }
        }
    }

    void heal() {
        links.heal();
    }

    Member member(int index) {
        return members.get(index);
    }

    FailingStores stores(int index) {
        return stores.get(index);
    }

    Replica replica(int index) {
        return running.get(index);
    }

    Collection<Replica> running() {
        return running.values();
    }

    int indexOf(Replica replica) {
        return members.indexOf(replica.member());
    }

    /** The one node that leads, and whom all who speak with it take for the leader. */
    Replica leader() {
        return leaderAmong(running.values());
    }

    Replica leaderAmong(Collection<Replica> nodes) {
        await().atMost(STABLE).pollInterval(LOOK).untilAsserted(() -> assertThat(agreed(nodes))
                .isPresent());
        return agreed(nodes).orElseThrow();
    }

    private static Optional<Replica> agreed(Collection<Replica> nodes) {
        List<Replica> leaders = nodes.stream()
                .filter(node -> node.watch().current().isLeader()
                        && node.replication().leaderContact().ageMillis().orElse(-1) == 0)
                .toList();
        if (leaders.size() != 1) {
            return Optional.empty();
        }
        Member leader = leaders.get(0).member();
        boolean all =
                nodes.stream().allMatch(node -> node.watch().current().leader().equals(Optional.of(leader)));
        return all ? Optional.of(leaders.get(0)) : Optional.empty();
    }

    Replica follower() {
        Replica leader = leader();
        return running.values().stream()
                .filter(node -> node != leader)
                .findFirst()
                .orElseThrow();
    }

    List<Replica> others(Replica one) {
        return running.values().stream().filter(node -> node != one).toList();
    }

    /** All running nodes have applied this entry, and are equal there, by digest and by what their listeners were told. */
    void awaitEqualAt(LogIndex index) {
        await().atMost(STABLE).pollInterval(LOOK).untilAsserted(() -> {
            for (Replica node : running.values()) {
                assertThat(node.listener().applied().index()).isGreaterThanOrEqualTo(index);
            }
        });
        List<Optional<StateDigest>> digests = running.values().stream()
                .map(node -> node.replication().digests().at(index))
                .distinct()
                .toList();
        assertThat(digests).hasSize(1);
        assertThat(digests.get(0)).isPresent();
    }

    @Override
    public void close() {
        links.heal();
        running.values().forEach(Replica::close);
    }
}
