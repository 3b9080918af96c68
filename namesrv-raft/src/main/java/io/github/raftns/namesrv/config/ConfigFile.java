package io.github.raftns.namesrv.config;

import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.HostPort;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Reads a properties file (UTF-8) into a {@link NodeConfig}, or says in one line what is wrong with it. */
public final class ConfigFile {
    /** Raft and HTTP ports of a node that names neither: its remoting port and this much more. */
    private static final int RAFT_PORT_OFFSET = 10_000;

    private static final int HTTP_PORT_OFFSET = 20_000;

    private final String source;
    private final Properties properties;
    private final SortedMap<String, String> effective = new TreeMap<>();

    private ConfigFile(String source, Properties properties) {
        this.source = source;
        this.properties = properties;
    }

    /**
     * Reads a file.
     *
     * @param home where the data directory goes when the file names none
     * @throws ConfigFault when it cannot be read or holds a wrong value
     */
    public static NodeConfig read(Path file, Path home) throws ConfigFault {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (NoSuchFileException missing) {
            throw new ConfigFault("configuration file " + file + " does not exist", missing);
        } catch (CharacterCodingException notText) {
            throw new ConfigFault("configuration file " + file + " is not UTF-8 text", notText);
        } catch (IllegalArgumentException badEscape) {
            throw new ConfigFault(
                    "configuration file " + file + " is not a properties file: " + badEscape.getMessage(), badEscape);
        } catch (IOException unreadable) {
            throw new ConfigFault(
                    "configuration file " + file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return new ConfigFile(file.toString(), properties).config(home);
    }

    /** What holds without a file: a cluster of one on the stock port. */
    public static NodeConfig defaults(Path home) throws ConfigFault {
        return new ConfigFile("the defaults", new Properties()).config(home);
    }

    private NodeConfig config(Path home) throws ConfigFault {
        String bindAddress = value(Settings.BIND_ADDRESS);
        int listenPort = value(Settings.LISTEN_PORT);
        NodeId nodeId = value(Settings.NODE_ID);
        Optional<UUID> clusterId = optional(Settings.CLUSTER_ID);
        Optional<List<Member>> peers = optional(Settings.PEERS);
        List<Member> members = peers.isPresent() ? peers.get() : alone(nodeId, bindAddress, listenPort);
        Member self = self(members, nodeId, listenPort);
        if (members.size() > 1 && clusterId.isEmpty()) {
            throw new ConfigFault(
                    source + ": " + Settings.CLUSTER_ID.key() + " is missing; expected " + Settings.CLUSTER_ID.form());
        }
        Path dataDirectory = optional(Settings.DATA_DIR).orElse(home.resolve("raftns-" + nodeId));
        effective.put(Settings.DATA_DIR.key(), dataDirectory.toString());
        Optional<Integer> httpPort = optional(Settings.HTTP_PORT);
        int http = httpPort.isPresent() ? httpPort.get() : derivedPort(listenPort, HTTP_PORT_OFFSET);
        effective.put(Settings.HTTP_PORT.key(), Integer.toString(http));
        if (http == listenPort || http == self.raft().port()) {
            throw new ConfigFault(source + ": " + Settings.HTTP_PORT.key() + " is " + http
                    + ", which is another port of this node already");
        }
        Duration idleClose = value(Settings.IDLE_CLOSE);
        Duration electionTimeout = value(Settings.ELECTION_TIMEOUT);
        Duration snapshotInterval = value(Settings.SNAPSHOT_INTERVAL);
        Duration maxStaleness = value(Settings.MAX_STALENESS);
        Duration serveStaleFor = value(Settings.SERVE_STALE_FOR);
        Duration reportInterval = value(Settings.REPORT_INTERVAL);
        int frameBytesMax = value(Settings.FRAME_BYTES_MAX);
        int inflatedBytesMax = value(Settings.INFLATED_BYTES_MAX);
        return new NodeConfig(
                clusterId,
                self,
                members,
                bindAddress,
                dataDirectory.toAbsolutePath().normalize(),
                http,
                idleClose,
                electionTimeout,
                snapshotInterval,
                maxStaleness,
                serveStaleFor,
                reportInterval,
                frameBytesMax,
                inflatedBytesMax,
                effective,
                warnings(members));
    }

    private List<Member> alone(NodeId nodeId, String bindAddress, int listenPort) throws ConfigFault {
        // An address one can listen on but not be reached at needs a name for the cluster of one.
        String host =
                switch (bindAddress) {
                    case "0.0.0.0" -> "127.0.0.1";
                    case "::" -> "::1";
                    default -> bindAddress;
                };
        int raftPort = derivedPort(listenPort, RAFT_PORT_OFFSET);
        return List.of(new Member(nodeId, new HostPort(host, listenPort), new HostPort(host, raftPort)));
    }

    private int derivedPort(int listenPort, int offset) throws ConfigFault {
        if (listenPort + offset > 65_535) {
            throw new ConfigFault(source + ": listenPort " + listenPort + " + " + offset
                    + " is no port; name raft.peers and raft.httpPort, or take a listenPort of at most "
                    + (65_535 - HTTP_PORT_OFFSET));
        }
        return listenPort + offset;
    }

    private Member self(List<Member> members, NodeId nodeId, int listenPort) throws ConfigFault {
        for (Member member : members) {
            if (member.id().equals(nodeId)) {
                if (member.remoting().port() != listenPort) {
                    throw new ConfigFault(
                            source + ": listenPort is " + listenPort + " but " + Settings.PEERS.key() + " gives node "
                                    + nodeId + " port " + member.remoting().port());
                }
                return member;
            }
        }
        throw new ConfigFault(
                source + ": " + Settings.NODE_ID.key() + " " + nodeId + " is not among " + Settings.PEERS.key());
    }

    private List<String> warnings(List<Member> members) {
        List<String> warnings = new ArrayList<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            Setting<?> setting = Settings.all().get(key);
            if (setting == null) {
                warnings.add(source + ": unknown key " + key + " is ignored; the nearest known one is "
                        + NearestWord.to(key, Settings.all().keySet()));
            } else if (!setting.effective()) {
                warnings.add(source + ": " + key + " is a key of the stock server that has no effect here");
            }
        }
        if (members.size() % 2 == 0) {
            warnings.add(source + ": " + members.size() + " nodes survive no more failures than " + (members.size() - 1)
                    + " would; take an odd number");
        }
        return warnings;
    }

    private <T> T value(Setting<T> setting) throws ConfigFault {
        Optional<T> value = optional(setting);
        if (value.isEmpty()) {
            throw new ConfigFault(source + ": " + setting.key() + " is missing; expected " + setting.form());
        }
        return value.get();
    }

    private <T> Optional<T> optional(Setting<T> setting) throws ConfigFault {
        String text =
                properties.getProperty(setting.key(), setting.defaultText()).trim();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        effective.put(setting.key(), text);
        try {
            return Optional.of(setting.reader().read(text));
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            throw new ConfigFault(
                    source + ": " + setting.key() + "=" + text + " is wrong; expected " + setting.form(), wrong);
        }
    }
}
