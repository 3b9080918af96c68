package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.wire.BrokerRow;
import io.github.raftns.rpc.wire.BrokerTable;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NsBrokersTest {
    @RegisterExtension
    final FakeCluster cluster = new FakeCluster();

    @BeforeEach
    void aBrokerWhoseLeaseTheLeaderKnows() {
        BrokerRow row = BrokerRow.newBuilder()
                .setCluster("CL")
                .setName("b1")
                .setAddress("10.0.0.1:10911")
                .setEpoch(7)
                .setTopics(12)
                .setHeardAgeMillis(1_540)
                .setHeardBy("2")
                .setLeaseLeftMillis(-1)
                .build();
        cluster.all()
                .forEach(node ->
                        node.brokers = BrokerTable.newBuilder().addBrokers(row).build());
        cluster.node(1).brokers = BrokerTable.newBuilder()
                .addBrokers(row.toBuilder().setLeaseLeftMillis(118_460))
                .build();
    }

    @Test
    void theLeaderIsAskedWhicheverNodeWasNamed() {
        Ns ns = Ns.ask(List.of(cluster.node(3)), "brokers");

        assertThat(ns.code()).isZero();
        assertThat(ns.err()).isEmpty();
        assertThat(ns.lines())
                .containsExactly(
                        "CLUSTER  BROKER  ID  ADDRESS         EPOCH  TOPICS  LEASE LEFT  HEARD  BY  WRITE MASK",
                        "CL       b1      0   10.0.0.1:10911  7      12      118.4 s     1.5 s  2   -");
    }

    @Test
    void withoutALeaderAnotherNodeAnswersAndThatIsSaid() {
        cluster.node(1).close();

        Ns ns = Ns.ask(cluster.all(), "brokers", "--json");

        assertThat(ns.code()).isZero();
        assertThat(ns.out()).contains("\"leaseLeftMillis\":-1");
        assertThat(ns.err())
                .contains("not from a leader but from " + cluster.node(2).address());
    }
}
