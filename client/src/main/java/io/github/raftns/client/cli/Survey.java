package io.github.raftns.client.cli;

import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.wire.NodeMember;
import io.github.raftns.rpc.wire.NodeStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every node of the cluster as far as it can be found out: those at the given addresses and those that they name as members.
 *
 * @param present by node id, each node once even if it was reached by two addresses
 * @param absent nodes that did not answer
 */
record Survey(List<Present> present, List<Absent> absent) {
    /** Ids are mostly numbers: 2 comes before 10. */
    static final Comparator<String> BY_ID =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    /** A node that answered. */
    record Present(HostPort address, NodeStatus status) {
        String id() {
            return status.getNodeId();
        }

        /** How the node is called in messages. */
        String name() {
            return "node " + id() + " (" + address + ")";
        }
    }

    /**
     * A node that did not.
     *
     * @param id empty when no other node could tell it
     */
    record Absent(String id, String address, String problem) {
        String name() {
            return id.isEmpty() ? "the node at " + address : "node " + id + " (" + address + ")";
        }
    }

    static Survey take(Nodes nodes, List<HostPort> addresses) {
        Map<String, Present> present = new LinkedHashMap<>();
        Map<String, String> problems = new LinkedHashMap<>();
        ask(nodes, addresses, present, problems);

        Map<String, String> idsByAddress = new LinkedHashMap<>();
        List<HostPort> further = new ArrayList<>();
        for (Present node : List.copyOf(present.values())) {
            for (NodeMember member : node.status().getMembersList()) {
                String address = member.getRemotingAddress();
                boolean known = present.containsKey(key(node.status().getClusterId(), member.getNodeId()))
                        || idsByAddress.put(address, member.getNodeId()) != null
                        || problems.containsKey(address);
                if (!known) {
                    try {
                        further.add(HostPort.parse(address));
                    } catch (IllegalArgumentException notAnAddress) {
                        problems.put(address, notAnAddress.getMessage());
                    }
                }
            }
        }
        ask(nodes, further, present, problems);

        List<Present> answered = new ArrayList<>(present.values());
        answered.sort(Comparator.comparing(Present::id, BY_ID)
                .thenComparing(node -> node.address().toString()));
        List<Absent> silent = new ArrayList<>();
        problems.forEach(
                (address, problem) -> silent.add(new Absent(idsByAddress.getOrDefault(address, ""), address, problem)));
        silent.sort(Comparator.comparing(Absent::id, BY_ID).thenComparing(Absent::address));
        return new Survey(List.copyOf(answered), List.copyOf(silent));
    }

    /** The one that leads; of two that say so, the one in the later term. */
    Optional<Present> leader() {
        return present.stream()
                .filter(node -> node.status().getRole().equals("LEADER"))
                .max(Comparator.comparingLong(node -> node.status().getTerm()));
    }

    List<HostPort> addresses() {
        return present.stream().map(Present::address).toList();
    }

    /** What is wrong with the cluster as a whole, one line each; empty when nothing is. */
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (!absent.isEmpty()) {
            findings.add(absent.size() + " of " + (present.size() + absent.size()) + " nodes cannot be reached");
        }
        mixedClusters().ifPresent(findings::add);
        if (leader().isEmpty()) {
            findings.add("no node leads");
        }
        return findings;
    }

    /** Says so when nodes of more than one cluster answered. */
    Optional<String> mixedClusters() {
        Set<String> clusters = new TreeSet<>();
        present.forEach(node -> clusters.add(node.status().getClusterId()));
        return clusters.size() > 1
                ? Optional.of("the nodes belong to different clusters: " + String.join(", ", clusters))
                : Optional.empty();
    }

    private static void ask(
            Nodes nodes, List<HostPort> addresses, Map<String, Present> present, Map<String, String> problems) {
        for (Answer<NodeStatus> answer : nodes.askAll(addresses, NodeConnection::status)) {
            if (answer.given()) {
                NodeStatus status = answer.value();
                present.putIfAbsent(
                        key(status.getClusterId(), status.getNodeId()), new Present(answer.address(), status));
            } else {
                problems.put(answer.address().toString(), answer.problem());
            }
        }
    }

    private static String key(String clusterId, String nodeId) {
        return clusterId + '/' + nodeId;
    }
}
