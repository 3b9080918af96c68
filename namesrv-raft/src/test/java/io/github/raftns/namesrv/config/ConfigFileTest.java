package io.github.raftns.namesrv.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
    private static final String THREE_NODES =
            """
            listenPort=9877
            raft.clusterId=5a0e6f0e-6c5f-4e9c-9a57-0d6f6d3c1b2a
            raft.nodeId=2
            raft.peers=1=127.0.0.1:9876:19876,2=127.0.0.1:9877:19877,3=[::1]:9878:19878
            raft.dataDir=/tmp/raftns-two
            """;

    @TempDir
    Path directory;

    @Test
    void threeNodesAreRead() throws Exception {
        NodeConfig config = ConfigFile.read(file(THREE_NODES), directory);

        assertThat(config.self().id()).hasToString("2");
        assertThat(config.self().raft()).hasToString("127.0.0.1:19877");
        assertThat(config.members().get(2).remoting()).hasToString("[::1]:9878");
        assertThat(config.httpPort()).isEqualTo(29_877);
        assertThat(config.dataDirectory()).isEqualTo(Path.of("/tmp/raftns-two"));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void defaultsMakeAClusterOfOneOnTheStockPort() throws Exception {
        NodeConfig config = ConfigFile.defaults(directory);

        assertThat(config.members()).hasSize(1);
        assertThat(config.self().remoting().port()).isEqualTo(9876);
        assertThat(config.clusterId()).isEmpty();
        assertThat(config.bindAddress()).isEqualTo("0.0.0.0");
        assertThat(config.dataDirectory()).isEqualTo(directory.resolve("raftns-1"));
    }

    /** Pins every name and default that operators may rely on. */
    @Test
    void everyKeyAndDefaultIsPinned() {
        String pinned = Settings.all().values().stream()
                .filter(setting -> setting.key().startsWith("raft.") || setting.effective())
                .map(setting -> setting.key() + "=" + setting.defaultText())
                .collect(Collectors.joining("\n"));
        assertThat(pinned)
                .isEqualTo(
                        """
                        bindAddress=0.0.0.0
                        listenPort=9876
                        raft.clusterId=
                        raft.dataDir=
                        raft.electionTimeout=1000ms
                        raft.frameBytesMax=16m
                        raft.httpPort=
                        raft.inflatedBytesMax=64m
                        raft.maxStaleness=10s
                        raft.nodeId=1
                        raft.peers=
                        raft.reportInterval=500ms
                        raft.serveStaleFor=1h
                        raft.snapshotInterval=30m
                        serverChannelMaxIdleTimeSeconds=120""");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listenPort=x                  | listenPort=x is wrong; expected a port number",
                "listenPort=70000              | listenPort=70000 is wrong; expected a port number",
                "raft.clusterId=abc            | raft.clusterId=abc is wrong; expected a UUID",
                "raft.maxStaleness=10          | raft.maxStaleness=10 is wrong; expected a duration",
                "raft.maxStaleness=0s          | raft.maxStaleness=0s is wrong; expected a duration",
                "raft.frameBytesMax=-1         | raft.frameBytesMax=-1 is wrong; expected a size",
                "raft.peers=1=h:1              | raft.peers=1=h:1 is wrong; expected id=host:remotingPort:raftPort",
                "raft.peers=1=h:1:2,1=h:3:4    | expected id=host:remotingPort:raftPort",
                "raft.nodeId=a b               | raft.nodeId=a b is wrong; expected 1 to 64 letters",
                "serverChannelMaxIdleTimeSeconds=0 | is wrong; expected a number of seconds",
                "serverChannelMaxIdleTimeSeconds=99999999999999 | is wrong; expected a number of seconds",
                "raft.serveStaleFor=9223372036854775807ms | is wrong; expected a duration",
                "raft.dataDir=a\\u0000b       | is wrong; expected a directory",
                "raft.httpPort=9876            | raft.httpPort is 9876, which is another port of this node",
                "raft.httpPort=19876           | raft.httpPort is 19876, which is another port of this node",
            })
    void aWrongValueIsNamedWithKeyValueAndForm(String line, String expected) throws IOException {
        Path file = file(line);
        assertThatThrownBy(() -> ConfigFile.read(file, directory))
                .isInstanceOf(ConfigFault.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aNodeMustBeAmongItsPeers() throws IOException {
        Path file = file(THREE_NODES.replace("raft.nodeId=2", "raft.nodeId=4"));
        assertThatThrownBy(() -> ConfigFile.read(file, directory)).hasMessageContaining("raft.nodeId 4 is not among");
    }

    @Test
    void listenPortAndPeersMustAgree() throws IOException {
        Path file = file(THREE_NODES.replace("listenPort=9877", "listenPort=9999"));
        assertThatThrownBy(() -> ConfigFile.read(file, directory)).hasMessageContaining("listenPort is 9999 but");
    }

    @Test
    void severalNodesNeedAClusterId() throws IOException {
        Path file = file(THREE_NODES.replaceAll("raft.clusterId=.*", ""));
        assertThatThrownBy(() -> ConfigFile.read(file, directory)).hasMessageContaining("raft.clusterId is missing");
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = directory.resolve("none.properties");
        assertThatThrownBy(() -> ConfigFile.read(missing, directory))
                .hasMessage("configuration file " + missing + " does not exist");
    }

    @Test
    void aFileThatIsNoTextIsRefused() throws IOException {
        Path file = directory.resolve("binary.properties");
        Files.write(file, new byte[] {'a', '=', (byte) 0xC3, (byte) 0x28});
        assertThatThrownBy(() -> ConfigFile.read(file, directory)).hasMessageContaining("is not UTF-8 text");
    }

    @Test
    void unknownAndIneffectiveKeysAreReported() throws Exception {
        NodeConfig config = ConfigFile.read(file("listenport=9876\nserverWorkerThreads=4\n"), directory);

        assertThat(config.warnings()).hasSize(2);
        assertThat(config.warnings().get(0))
                .contains("unknown key listenport")
                .contains("nearest known one is listenPort");
        assertThat(config.warnings().get(1)).contains("serverWorkerThreads").contains("no effect");
    }

    @Test
    void anEvenNumberOfNodesIsWarnedAbout() throws Exception {
        NodeConfig config = ConfigFile.read(file(THREE_NODES.replace(",3=[::1]:9878:19878", "")), directory);

        assertThat(config.warnings()).singleElement().asString().contains("2 nodes survive no more failures than 1");
    }

    @Test
    void durationsHaveUnits() {
        assertThat(Values.duration("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Values.duration("2 m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Values.duration("1H")).isEqualTo(Duration.ofHours(1));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("node.properties"), text);
    }

    @ParameterizedTest
    @CsvSource({
        "bindAddress=::, [::1]:9876, ::",
        "bindAddress=[::1], [::1]:9876, ::1",
        "bindAddress=0.0.0.0, 127.0.0.1:9876, 0.0.0.0"
    })
    void aClusterOfOneIsReachedAtAnAddressThatExists(String line, String remoting, String bindAddress)
            throws Exception {
        NodeConfig config = ConfigFile.read(file(line), directory);

        assertThat(config.self().remoting()).hasToString(remoting);
        assertThat(config.bindAddress()).isEqualTo(bindAddress);
    }
}
