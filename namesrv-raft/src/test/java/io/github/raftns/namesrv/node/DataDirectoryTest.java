package io.github.raftns.namesrv.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    private static final UUID CLUSTER = UUID.fromString("5a0e6f0e-6c5f-4e9c-9a57-0d6f6d3c1b2a");

    private static final DataDirectory.Owner ALONE =
            new DataDirectory.Owner(Optional.empty(), member("1", 19_876), false);

    @TempDir
    Path temporary;

    private static DataDirectory.Owner owner(UUID cluster, String node) {
        return new DataDirectory.Owner(Optional.of(cluster), member(node, 19_876), true);
    }

    private static Member member(String node, int raftPort) {
        return new Member(new NodeId(node), new HostPort("127.0.0.1", 9876), new HostPort("127.0.0.1", raftPort));
    }

    @Test
    void aMembersDirectoryIsRefusedAtAnotherRaftAddressAndWithoutPeers() throws Exception {
        Path path = temporary.resolve("node");
        DataDirectory.claim(path, owner(CLUSTER, "1")).close();

        DataDirectory.Owner moved = new DataDirectory.Owner(Optional.of(CLUSTER), member("1", 19_999), true);
        assertThatThrownBy(() -> DataDirectory.inspect(path, moved))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("whose Raft address is 127.0.0.1:19876, not 127.0.0.1:19999");
        assertThatThrownBy(() -> DataDirectory.inspect(path, ALONE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is raft.peers missing?");
    }

    @Test
    void aClaimedDirectoryIsRecognisedByItsNodeAlone() throws Exception {
        Path path = temporary.resolve("deep/node");
        DataDirectory.inspect(path, owner(CLUSTER, "1"));
        assertThat(path).doesNotExist();
        DataDirectory.claim(path, owner(CLUSTER, "1")).close();

        DataDirectory.inspect(path, owner(CLUSTER, "1"));
        assertThatThrownBy(() -> DataDirectory.inspect(path, owner(CLUSTER, "2")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("belongs to node '1', not to node '2'");
        UUID other = UUID.randomUUID();
        assertThatThrownBy(() -> DataDirectory.inspect(path, owner(other, "1")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("belongs to cluster " + CLUSTER);
    }

    @Test
    void aClusterOfOneKeepsTheIdItWasGiven() throws Exception {
        Path path = temporary.resolve("node");
        UUID first;
        try (DataDirectory claimed = DataDirectory.claim(path, ALONE)) {
            first = claimed.clusterId();
        }
        try (DataDirectory again = DataDirectory.claim(path, ALONE)) {
            assertThat(again.clusterId()).isEqualTo(first);
        }
    }

    @Test
    void twoUsersOfOneDirectoryAreRefused() throws Exception {
        Path path = temporary.resolve("node");
        try (DataDirectory first = DataDirectory.claim(path, owner(CLUSTER, "1"))) {
            assertThat(first.path()).isEqualTo(path);
            assertThatThrownBy(() -> DataDirectory.claim(path, owner(CLUSTER, "1")))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("is in use by this process");
        }
    }

    @Test
    void foreignFilesAreNeverMixedWithOurs() throws IOException {
        Path path = Files.createDirectory(temporary.resolve("home"));
        Files.writeString(path.resolve("thesis.txt"), "chapter one");
        assertThatThrownBy(() -> DataDirectory.inspect(path, owner(CLUSTER, "1")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is not empty: it holds thesis.txt");
        assertThat(path).isDirectoryNotContaining("glob:**identity*");
    }

    @Test
    void aFileInTheWayIsNamed() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "");
        assertThatThrownBy(() -> DataDirectory.inspect(file.resolve("node"), owner(CLUSTER, "1")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("cannot be created");
        assertThatThrownBy(() -> DataDirectory.inspect(file, owner(CLUSTER, "1")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is not a directory");
    }

    @Test
    void anIdentityOfAnotherFormatIsRefused() throws Exception {
        Path path = temporary.resolve("node");
        DataDirectory.claim(path, owner(CLUSTER, "1")).close();
        Path identity = path.resolve("identity.properties");
        Files.writeString(identity, Files.readString(identity).replace("format=1", "format=2"));
        assertThatThrownBy(() -> DataDirectory.inspect(path, owner(CLUSTER, "1")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("has format '2', this release reads 1");
    }

    @Test
    void aFirstStartThatWasCutOffIsBegunAgain() throws Exception {
        Path path = Files.createDirectory(temporary.resolve("node"));
        Files.writeString(path.resolve("LOCK"), "");
        Files.writeString(path.resolve("identity.properties.tmp"), "format=1\nclus");
        DataDirectory.inspect(path, owner(CLUSTER, "1"));
        try (DataDirectory claimed = DataDirectory.claim(path, owner(CLUSTER, "1"))) {
            assertThat(claimed.clusterId()).isEqualTo(CLUSTER);
        }
        assertThat(path).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void aRefusedClaimLeavesTheDirectoryUnlocked() throws Exception {
        Path path = temporary.resolve("node");
        DataDirectory.claim(path, owner(CLUSTER, "1")).close();
        assertThatThrownBy(() -> DataDirectory.claim(path, owner(CLUSTER, "2"))).isInstanceOf(StartRefused.class);
        DataDirectory.claim(path, owner(CLUSTER, "1")).close();
    }
}
