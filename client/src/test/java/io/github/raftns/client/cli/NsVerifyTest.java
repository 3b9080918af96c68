package io.github.raftns.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NsVerifyTest {
    private static final String EARLIER = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String OTHER = "ffffffffffffffffffffffffffffffff";

    @RegisterExtension
    final FakeCluster cluster = new FakeCluster();

    @Test
    void equalDigestsAtOneIndexExitWithZero() {
        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isZero();
        assertThat(ns.err()).isEmpty();
        assertThat(ns.lines()).hasSize(6).startsWith("index 10").endsWith("equal on 3 nodes");
        assertThat(ns.out()).contains("0123456789abcdef0123456789abcdef");
    }

    @Test
    void aDifferentDigestNamesTheNodeThatIsAlone() {
        cluster.node(2).apply(10, OTHER);

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.out()).doesNotContain("equal");
        assertThat(ns.err())
                .isEqualToIgnoringNewLines(
                        "ns: node 2 (" + cluster.node(2).address() + ") differs at index 10: digest " + OTHER);
    }

    @Test
    void withoutAMajorityEveryNodeIsNamed() {
        cluster.node(1).apply(10, EARLIER);
        cluster.node(2).apply(10, OTHER);

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.err().lines()).hasSize(3).allMatch(line -> line.endsWith("and no majority"));
    }

    @Test
    void nodesAreComparedAtTheIndexThatTheSlowestHasReached() {
        cluster.all().forEach(node -> node.digests.put(8L, EARLIER));
        cluster.node(3).digests.remove(10L);
        cluster.node(3).apply(8, EARLIER);

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).startsWith("index 8");
    }

    @Test
    void anIndexThatChangedNoStateIsPassedOverForTheNewestThatDid() {
        cluster.all().forEach(node -> {
            node.digests.remove(10L);
            node.digests.put(9L, EARLIER);
        });
        cluster.node(1).apply(11, OTHER);

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isZero();
        assertThat(ns.lines()).startsWith("index 9");
    }

    @Test
    void nodesThatKeepNoCommonIndexAreSaidWithWhatTheyKeep() {
        cluster.node(3).digests.clear();
        cluster.node(3).apply(12, OTHER);

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.err())
                .contains("no index is known to all nodes", "keeps digests of 12 to 12", "keeps digests of 10 to 10");
    }

    @Test
    void anUnreachableNodeIsSaidAndExitsWithOneThoughTheOthersAreEqual() {
        cluster.node(3).close();

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.lines()).startsWith("index 10").hasSize(4);
        assertThat(ns.err())
                .isEqualToIgnoringNewLines(
                        "ns: node 3 (" + cluster.node(3).address() + ") cannot be asked: connection refused");
    }

    @Test
    void noNodeAtAllIsOneLine() {
        cluster.all().forEach(FakeNode::close);

        Ns ns = Ns.ask(cluster.all(), "verify");

        assertThat(ns.code()).isEqualTo(1);
        assertThat(ns.err().lines()).hasSize(1);
        assertThat(ns.err()).contains("no node answers");
    }

    @Test
    void jsonSaysEqualIndexAndDigests() {
        Ns ns = Ns.ask(cluster.all(), "verify", "--json");

        assertThat(ns.code()).isZero();
        assertThat(ns.out())
                .startsWith("{\"equal\":true,\"index\":10,\"nodes\":[{\"node\":\"1\"")
                .contains("\"problems\":[]}");
    }

    @Nested
    class Deep {
        private static final String KEY = "topic/broker-a/TopicTest";
        private static final String RIGHT = "11000000000000000000000000000000";
        private static final String WRONG = "22000000000000000000000000000000";

        @Test
        void equalRowsAndViewsExitWithZero() {
            cluster.all().forEach(node -> node.row(KEY, RIGHT));

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep");

            assertThat(ns.code()).isZero();
            assertThat(ns.err()).isEmpty();
            assertThat(ns.out()).contains("recounted at index " + FakeNode.MARK);
        }

        @Test
        void aRowThatDiffersOnOneNodeIsNamedWithNodeIndexAndKey() {
            cluster.all().forEach(node -> {
                node.row(KEY, RIGHT);
                node.row("member/CL/b1/0", "11111111111111111111111111111111");
            });
            cluster.node(3).row(KEY, WRONG);

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep");

            assertThat(ns.code()).isEqualTo(1);
            assertThat(ns.err())
                    .contains("node 3 (" + cluster.node(3).address() + ") differs at index 77 in " + KEY + ", rows: "
                            + WRONG + "; the majority has " + RIGHT)
                    .contains(KEY + ", view: " + WRONG)
                    .doesNotContain("member/")
                    .doesNotContain("node 1")
                    .doesNotContain("node 2");
        }

        @Test
        void aRowThatIsMissingInOneViewIsNamedThere() {
            cluster.all().forEach(node -> node.row(KEY, RIGHT));
            cluster.node(2).viewRows.clear();

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep");

            assertThat(ns.code()).isEqualTo(1);
            assertThat(ns.err())
                    .contains("node 2 (" + cluster.node(2).address()
                            + ") answers lookups at index 77 from a view that is not its rows")
                    .contains("in " + KEY + ", view: no such row; the majority has " + RIGHT)
                    .doesNotContain(", rows:");
        }

        @Test
        void aRowThatOnlyOneNodeHasIsNamedThere() {
            cluster.node(1).row(KEY, RIGHT);

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep");

            assertThat(ns.code()).isEqualTo(1);
            assertThat(ns.err())
                    .contains("node 1 (" + cluster.node(1).address() + ") differs at index 77 in " + KEY + ", rows: "
                            + RIGHT + "; the majority has no such row");
        }

        @Test
        void withATieEveryHolderIsNamed() {
            cluster.node(1).row(KEY, RIGHT);
            cluster.node(2).row(KEY, WRONG);
            cluster.node(3).row(KEY, "33000000000000000000000000000000");

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep");

            assertThat(ns.code()).isEqualTo(1);
            assertThat(ns.err().lines().filter(line -> line.contains(KEY)))
                    .hasSize(6)
                    .allMatch(line -> line.endsWith("; no majority"));
        }

        @Test
        void aNodeThatHasNotAppliedTheMarkYetIsWaitedFor() {
            cluster.all().forEach(node -> node.row(KEY, RIGHT));
            cluster.node(2).recountsRefused = 2;

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep");

            assertThat(ns.code()).isZero();
            assertThat(ns.err()).isEmpty();
        }

        @Test
        void jsonNamesTheOddHoldersOfEveryDifferingRow() {
            cluster.all().forEach(node -> node.row(KEY, RIGHT));
            cluster.node(3).row(KEY, WRONG);

            Ns ns = Ns.ask(cluster.all(), "verify", "--deep", "--json");

            assertThat(ns.code()).isEqualTo(1);
            assertThat(ns.out())
                    .contains("\"rows\":[{\"key\":\"" + KEY
                            + "\",\"odd\":[{\"node\":\"3\",\"source\":\"rows\",\"digest\":\"" + WRONG
                            + "\"},{\"node\":\"3\",\"source\":\"view\",\"digest\":\"" + WRONG + "\"}]}]");
        }
    }
}
