package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NsStatusTest {
    @RegisterExtension
    final FakeCluster cluster = new FakeCluster();

    @Test
    void everyNodeHasARow() {
        Ns ns = Ns.ask(cluster.all(), "status");

        assertThat(ns.code()).isZero();
        assertThat(ns.err()).isEmpty();
        assertThat(ns.lines()).hasSize(4);
        assertThat(ns.lines().get(0)).startsWith("NODE  ADDRESS").doesNotContain("PROBLEM");
        assertThat(ns.lines().get(1)).contains("1 ", cluster.node(1).address(), "LEADER", "0123456789abcdef");
        assertThat(ns.lines().get(3)).contains("3 ", cluster.node(3).address(), "FOLLOWER", "12 ms");
    }

    @Test
    void membersThatWereNotNamedAreFoundAndNoneIsListedTwice() {
        Ns ns = Ns.ask(List.of(cluster.node(2)), "status");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).hasSize(4);
        assertThat(ns.lines().get(1)).startsWith("1 ");
        assertThat(ns.lines().get(3)).startsWith("3 ");
    }

    @Test
    void aNodeReachedByTwoNamesIsListedOnce() {
        String otherName = cluster.node(1).address().replace("127.0.0.1", "localhost");

        Ns ns = Ns.run("status", "--address", cluster.node(1).address() + "," + otherName);

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).hasSize(4);
    }

    @Test
    void anUnreachableNodeHasARowWithTheReason() {
        cluster.node(3).close();

        Ns ns = Ns.ask(cluster.all(), "status");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.lines()).hasSize(4);
        assertThat(ns.lines().get(3))
                .startsWith("3 ")
                .contains(cluster.node(3).address(), "UNREACHABLE", "connection refused");
        assertThat(ns.err()).isEqualToIgnoringNewLines("ns: 1 of 3 nodes cannot be reached");
    }

    @Test
    void aNodeThatDoesNotAnswerIsGivenUpAfterTheTimeout() {
        cluster.node(2).silent = true;

        Ns ns = Ns.ask(cluster.all(), "status", "--timeout", "250ms");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.out()).contains("no answer within 250 ms");
    }

    @Test
    void anErrorAnswerIsAReasonOnOneLine() {
        cluster.node(2).broken = true;

        Ns ns = Ns.ask(cluster.all(), "status");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.lines()).hasSize(4);
        assertThat(ns.out()).contains("it answers code 1: disk on fire").doesNotContain("at line 1");
    }

    @Test
    void aClusterWithoutALeaderIsAFinding() {
        cluster.node(1).status =
                cluster.node(1).status.toBuilder().setRole("CANDIDATE").build();

        Ns ns = Ns.ask(cluster.all(), "status");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.lines()).hasSize(4);
        assertThat(ns.err()).isEqualToIgnoringNewLines("ns: no node leads");
    }

    @Test
    void nodesOfDifferentClustersAreAFinding() {
        cluster.node(2).status =
                cluster.node(2).status.toBuilder().setClusterId("cluster-b").build();

        Ns ns = Ns.ask(cluster.all(), "status");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.err()).contains("different clusters: cluster-a, cluster-b");
    }

    @Test
    void jsonHasAnObjectForEveryNodeThereOrNot() {
        cluster.node(3).close();

        Ns ns = Ns.ask(cluster.all(), "--json", "status");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.lines()).hasSize(1);
        assertThat(ns.out())
                .startsWith("[{\"node\":\"1\",\"address\":\"" + cluster.node(1).address()
                        + "\",\"reachable\":true,\"clusterId\":\"cluster-a\"")
                .contains("\"role\":\"LEADER\",\"term\":3,\"leader\":\"1\",\"appliedIndex\":10")
                .contains("{\"node\":\"3\",\"address\":\"" + cluster.node(3).address()
                        + "\",\"reachable\":false,\"problem\":\"connection refused\"}]");
    }
}
