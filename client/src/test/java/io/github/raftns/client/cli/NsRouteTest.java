package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NsRouteTest {
    private static final String ROUTE =
            "{\"brokerDatas\":[{\"brokerAddrs\":{\"0\":\"10.0.0.1:10911\",\"2\":\"10.0.0.3:10911\"},\"brokerName\":\"b1\","
                    + "\"cluster\":\"CL\",\"enableActingMaster\":false}],\"filterServerTable\":{},\"queueDatas\":"
                    + "[{\"brokerName\":\"b1\",\"perm\":6,\"readQueueNums\":8,\"topicSysFlag\":0,\"writeQueueNums\":4}]}";

    @RegisterExtension
    final FakeCluster cluster = new FakeCluster();

    @BeforeEach
    void aTopicEverywhere() {
        cluster.all().forEach(node -> node.routes.put("T", ROUTE));
    }

    @Test
    void aRouteIsATableOfBrokers() {
        Ns ns = Ns.ask(cluster.all(), "route", "T");

        assertThat(ns.code()).isZero();
        assertThat(ns.err()).isEmpty();
        assertThat(ns.lines())
                .containsExactly(
                        "BROKER  CLUSTER  ID  ADDRESS         PERM  READ  WRITE",
                        "b1      CL       0   10.0.0.1:10911  rw    8     4",
                        "b1      CL       2   10.0.0.3:10911  rw    8     4");
    }

    @Test
    void jsonIsTheAnswerByteForByte() {
        Ns ns = Ns.ask(cluster.all(), "route", "T", "--json");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).containsExactly(ROUTE);
    }

    @Test
    void anUnknownTopicIsSaidAndExitsWithOne() {
        Ns ns = Ns.ask(cluster.all(), "route", "nowhere");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.out()).isEmpty();
        assertThat(ns.err())
                .isEqualToIgnoringNewLines(
                        "ns: no topic 'nowhere' (asked " + cluster.node(1).address() + ")");
    }

    @Test
    void theNextNodeIsAskedWhenTheFirstIsAway() {
        cluster.node(1).close();

        Ns ns = Ns.ask(cluster.all(), "route", "T");

        assertThat(ns.code()).isZero();
        assertThat(ns.out()).contains("10.0.0.1:10911");
        assertThat(ns.err())
                .contains("connection refused; asked " + cluster.node(2).address() + " instead");
    }

    @Test
    void everyReasonIsGivenWhenNoNodeAnswers() {
        cluster.all().forEach(FakeNode::close);

        Ns ns = Ns.ask(cluster.all(), "route", "T");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.err())
                .contains(
                        "no node answers",
                        cluster.node(1).address(),
                        cluster.node(3).address());
        assertThat(ns.err().lines()).hasSize(1);
    }

    @Test
    void allSaysThatTheBytesAreIdentical() {
        Ns ns = Ns.ask(cluster.all(), "route", "T", "--all");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).hasSize(4);
        assertThat(ns.lines().get(3))
                .isEqualTo("identical bytes (" + ROUTE.length() + ") from "
                        + cluster.node(1).address() + ", " + cluster.node(2).address() + ", "
                        + cluster.node(3).address());
    }

    @Test
    void allShowsEveryDifferentAnswerAndExitsWithOne() {
        cluster.node(2).routes.put("T", ROUTE.replace("\"perm\":6", "\"perm\":4"));
        cluster.node(3).routes.clear();

        Ns ns = Ns.ask(cluster.all(), "route", "T", "--all");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.out())
                .contains("b1      CL       0   10.0.0.1:10911  r-    8     4")
                .contains("from " + cluster.node(2).address())
                .contains("no such topic on " + cluster.node(3).address());
        assertThat(ns.err()).contains("the nodes answer differently");
    }

    @Test
    void allExitsWithOneWhenANodeDoesNotAnswer() {
        cluster.node(3).close();

        Ns ns = Ns.ask(cluster.all(), "route", "T", "--all", "--json");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.out()).startsWith("{\"identical\":false,").contains("\"route\":" + ROUTE);
        assertThat(ns.err()).contains("no answer from node 3", "connection refused");
    }

    @Test
    void topicsAreSorted() {
        Ns ns = Ns.ask(cluster.all(), "topics");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).containsExactly("alpha", "zeta");
    }
}
