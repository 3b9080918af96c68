package io.github.raftns.namesrv.robustness;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Some nodes of ours that form one cluster. Owned by the test thread. */
final class RaftnsCluster {
    private static final Duration POLL = Duration.ofMillis(100);

    private final List<RaftnsNode> nodes;
    private final LeaderSight sight;

    private RaftnsCluster(List<RaftnsNode> nodes, LeaderSight sight) {
        this.nodes = List.copyOf(nodes);
        this.sight = sight;
    }

    /** Starts all nodes; does not wait. */
    static RaftnsCluster start(Lab lab, int size, LeaderSight sight) {
        List<RaftnsNode.Ports> peers = IntStream.rangeClosed(1, size)
                .mapToObj(id -> new RaftnsNode.Ports(id, lab.freePort(), lab.freePort(), lab.freePort()))
                .toList();
        UUID clusterId = UUID.randomUUID();
        List<RaftnsNode> nodes = peers.stream()
                .map(own -> RaftnsNode.start(lab, clusterId, own, peers, Map.of()))
                .toList();
        return new RaftnsCluster(nodes, sight);
    }

    List<RaftnsNode> nodes() {
        return nodes;
    }

    /** As brokers and clients want it: all addresses, joined by semicolons. */
    String nameServers() {
        return nodes.stream().map(node -> node.address().toString()).collect(Collectors.joining(";"));
    }

    /** Waits until every node says that it is ready. */
    void awaitReady(Duration timeout) throws InterruptedException {
        List<RaftnsNode> waitedFor = new ArrayList<>(nodes);
        await("readiness of all nodes").atMost(timeout).pollInterval(POLL).until(() -> {
            for (RaftnsNode node : List.copyOf(waitedFor)) {
                if (!node.process().current().isAlive()) {
                    throw new AssertionError(
                            "ended instead of getting ready: " + node.process().current());
                }
                if (node.isReady()) {
                    waitedFor.remove(node);
                }
            }
            return waitedFor.isEmpty();
        });
    }

    /** The node that takes itself for the leader, if more than half of all nodes agree: a dead one is never named. */
    Optional<RaftnsNode> leader() throws InterruptedException {
        Map<Integer, OptionalInt> seen = new TreeMap<>();
        for (RaftnsNode node : nodes) {
            seen.put(node.id(), sight.leaderSeenBy(node));
        }
        return nodes.stream()
                .filter(node -> {
                    OptionalInt itself = OptionalInt.of(node.id());
                    long votes = seen.values().stream().filter(itself::equals).count();
                    return itself.equals(seen.get(node.id())) && votes > nodes.size() / 2;
                })
                .findFirst();
    }

    RaftnsNode awaitLeader(Duration timeout) {
        return await("a leader")
                .atMost(timeout)
                .pollInterval(POLL)
                .until(this::leader, Optional::isPresent)
                .orElseThrow();
    }

    /** SIGKILL to every node. */
    void killAll() throws InterruptedException {
        for (RaftnsNode node : nodes) {
            node.process().kill();
        }
    }

    /** Starts every node again; does not wait. */
    void restartAll() {
        for (RaftnsNode node : nodes) {
            node.process().restart();
        }
    }
}
