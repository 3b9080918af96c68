package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.option.ReadOnlyOption;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.HostPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a configuration must hold, and what JRaft is told of it. */
class ReplicationConfigTest {
    private static final UUID CLUSTER = UUID.fromString("b8ad9e1f-0000-4000-8000-0123456789ab");

    private static Member member(String id, int port) {
        return new Member(new NodeId(id), new HostPort("ns1", port + 1000), new HostPort("ns1", port));
    }

    private static ReplicationConfig config(Member self, List<Member> members, boolean joining) {
        return new ReplicationConfig(
                CLUSTER, self, members, joining, Path.of("data"), ReplicationTiming.DEFAULT, ReplicationLimits.DEFAULT);
    }

    @Test
    void theNodeMustBeAMemberAndMembersMustDiffer() {
        Member one = member("a", 1);
        assertThatThrownBy(() -> config(one, List.of(member("b", 2)), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not among");
        assertThatThrownBy(() -> config(one, List.of(one, member("a", 2)), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one id");
        assertThatThrownBy(() -> config(one, List.of(one, member("b", 1)), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Raft address");
    }

    @Test
    void aSlowConnectIsRefusedSinceItHoldsElectionsUp() {
        assertThatThrownBy(() -> new ReplicationTiming(
                        Duration.ofSeconds(1),
                        Duration.ofMillis(500),
                        Duration.ofMillis(201),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(2),
                        Duration.ofMinutes(20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fifth");
    }

    @Test
    void theDefaultsAreThoseThatWereMeasured() {
        Member self = member("a", 1);
        PeerNodeOptions options =
                NodeOptionsWriter.write(config(self, List.of(self, member("b", 2)), false), null, LinkFilter.OPEN);
        assertThat(options.getElectionTimeoutMs()).isEqualTo(1_000);
        assertThat(options.getRaftOptions().getMaxElectionDelayMs()).isEqualTo(500);
        assertThat(options.getRpcConnectTimeoutMs()).isEqualTo(200);
        assertThat(options.getRpcDefaultTimeout()).isEqualTo(3_000);
        assertThat(options.isDisableCli()).isTrue();
        assertThat(options.isEnableMetrics()).isTrue();
        assertThat(options.getRaftOptions().isSync()).isTrue();
        assertThat(options.getRaftOptions().isSyncMeta()).isTrue();
        assertThat(options.getRaftOptions().isEnableLogEntryChecksum()).isTrue();
        assertThat(options.getRaftOptions().getReadOnlyOptions()).isEqualTo(ReadOnlyOption.ReadOnlySafe);
        assertThat(options.getRaftOptions().getMaxLogsInMemoryBytes()).isEqualTo(256L << 20);
        assertThat(options.getSnapshotIntervalSecs()).isEqualTo(1_200);
        assertThat(options.getInitialConf().toString()).isEqualTo("ns1:1,ns1:2");
        assertThat(config(self, List.of(self), false).group()).isEqualTo("raftns-" + CLUSTER);
    }

    @Test
    void aJoiningNodeBringsNoConfiguration() {
        Member self = member("a", 1);
        assertThat(NodeOptionsWriter.write(config(self, List.of(self), true), null, LinkFilter.OPEN)
                        .getInitialConf()
                        .isEmpty())
                .isTrue();
    }
}
