package io.github.raftns.namesrv.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.leadership.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    private static final NodeId ONE = new NodeId("1");
    private static final UUID CLUSTER = UUID.fromString("5a0e6f0e-6c5f-4e9c-9a57-0d6f6d3c1b2a");

    @TempDir
    Path temporary;

    @Test
    void aClaimedDirectoryIsRecognisedByItsNodeAlone() throws Exception {
        Path path = temporary.resolve("deep/node");
        DataDirectory.inspect(path, Optional.of(CLUSTER), ONE);
        assertThat(path).doesNotExist();
        DataDirectory.claim(path, Optional.of(CLUSTER), ONE).close();

        DataDirectory.inspect(path, Optional.of(CLUSTER), ONE);
        assertThatThrownBy(() -> DataDirectory.inspect(path, Optional.of(CLUSTER), new NodeId("2")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("belongs to node '1', not to node '2'");
        UUID other = UUID.randomUUID();
        assertThatThrownBy(() -> DataDirectory.inspect(path, Optional.of(other), ONE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("belongs to cluster " + CLUSTER);
    }

    @Test
    void aClusterOfOneKeepsTheIdItWasGiven() throws Exception {
        Path path = temporary.resolve("node");
        UUID first;
        try (DataDirectory claimed = DataDirectory.claim(path, Optional.empty(), ONE)) {
            first = claimed.clusterId();
        }
        try (DataDirectory again = DataDirectory.claim(path, Optional.empty(), ONE)) {
            assertThat(again.clusterId()).isEqualTo(first);
        }
    }

    @Test
    void twoUsersOfOneDirectoryAreRefused() throws Exception {
        Path path = temporary.resolve("node");
        try (DataDirectory first = DataDirectory.claim(path, Optional.of(CLUSTER), ONE)) {
            assertThat(first.path()).isEqualTo(path);
            assertThatThrownBy(() -> DataDirectory.claim(path, Optional.of(CLUSTER), ONE))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("is in use by this process");
        }
    }

    @Test
    void foreignFilesAreNeverMixedWithOurs() throws IOException {
        Path path = Files.createDirectory(temporary.resolve("home"));
        Files.writeString(path.resolve("thesis.txt"), "chapter one");
        assertThatThrownBy(() -> DataDirectory.inspect(path, Optional.of(CLUSTER), ONE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is not empty: it holds thesis.txt");
        assertThat(path).isDirectoryNotContaining("glob:**identity*");
    }

    @Test
    void aFileInTheWayIsNamed() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "");
        assertThatThrownBy(() -> DataDirectory.inspect(file.resolve("node"), Optional.of(CLUSTER), ONE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("cannot be created");
        assertThatThrownBy(() -> DataDirectory.inspect(file, Optional.of(CLUSTER), ONE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is not a directory");
    }

    @Test
    void anIdentityOfAnotherFormatIsRefused() throws Exception {
        Path path = temporary.resolve("node");
        DataDirectory.claim(path, Optional.of(CLUSTER), ONE).close();
        Path identity = path.resolve("identity.properties");
        Files.writeString(identity, Files.readString(identity).replace("format=1", "format=2"));
        assertThatThrownBy(() -> DataDirectory.inspect(path, Optional.of(CLUSTER), ONE))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("has format '2', this release reads 1");
    }

    @Test
    void aFirstStartThatWasCutOffIsBegunAgain() throws Exception {
        Path path = Files.createDirectory(temporary.resolve("node"));
        Files.writeString(path.resolve("LOCK"), "");
        Files.writeString(path.resolve("identity.properties.tmp"), "format=1\nclus");
        DataDirectory.inspect(path, Optional.of(CLUSTER), ONE);
        try (DataDirectory claimed = DataDirectory.claim(path, Optional.of(CLUSTER), ONE)) {
            assertThat(claimed.clusterId()).isEqualTo(CLUSTER);
        }
        assertThat(path).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void aRefusedClaimLeavesTheDirectoryUnlocked() throws Exception {
        Path path = temporary.resolve("node");
        DataDirectory.claim(path, Optional.of(CLUSTER), ONE).close();
        assertThatThrownBy(() -> DataDirectory.claim(path, Optional.of(CLUSTER), new NodeId("2")))
                .isInstanceOf(StartRefused.class);
        DataDirectory.claim(path, Optional.of(CLUSTER), ONE).close();
    }
}
