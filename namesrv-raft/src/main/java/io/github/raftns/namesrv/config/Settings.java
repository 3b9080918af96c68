package io.github.raftns.namesrv.config;

import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.NodeId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Every key that the configuration file may hold: the stock server's, and ours under {@code raft.}. */
final class Settings {
    private static final Map<String, Setting<?>> ALL = new TreeMap<>();

    // ---- the stock server's, as far as they act here
    static final Setting<String> BIND_ADDRESS =
            add(Setting.of("bindAddress", "0.0.0.0", "an address", Values::address));
    static final Setting<Integer> LISTEN_PORT = add(Setting.of("listenPort", "9876", Values.PORT, Values::port));
    static final Setting<Duration> IDLE_CLOSE = add(Setting.of(
            "serverChannelMaxIdleTimeSeconds",
            "120",
            "a number of seconds, 1 to " + Values.DURATION_MAX.toSeconds(),
            text -> Values.positiveDuration(text + "s")));

    // ---- ours
    static final Setting<UUID> CLUSTER_ID = add(Setting.of(
            "raft.clusterId", "", "a UUID, the same on all nodes of one cluster and of no other", Values::uuid));
    static final Setting<NodeId> NODE_ID =
            add(Setting.of("raft.nodeId", "1", "1 to 64 letters, digits, dots, dashes or underscores", NodeId::new));
    static final Setting<List<Member>> PEERS = add(Setting.of("raft.peers", "", Values.MEMBERS, Values::members));
    static final Setting<Path> DATA_DIR = add(Setting.of("raft.dataDir", "", "a directory", Path::of));
    static final Setting<Integer> HTTP_PORT = add(Setting.of(
            "raft.httpPort", "", Values.OPTIONAL_PORT + "; default listenPort + 20000", Values::optionalPort));
    static final Setting<Duration> ELECTION_TIMEOUT =
            add(Setting.of("raft.electionTimeout", "1000ms", Values.DURATION, Values::positiveDuration));
    static final Setting<Duration> SNAPSHOT_INTERVAL =
            add(Setting.of("raft.snapshotInterval", "30m", Values.DURATION, Values::positiveDuration));
    static final Setting<Duration> MAX_STALENESS =
            add(Setting.of("raft.maxStaleness", "10s", Values.DURATION, Values::positiveDuration));
    static final Setting<Duration> SERVE_STALE_FOR =
            add(Setting.of("raft.serveStaleFor", "1h", Values.DURATION, Values::duration));
    static final Setting<Duration> REPORT_INTERVAL =
            add(Setting.of("raft.reportInterval", "500ms", Values.DURATION, Values::positiveDuration));
    static final Setting<Integer> FRAME_BYTES_MAX =
            add(Setting.of("raft.frameBytesMax", "16m", Values.SIZE, Values::size));
    static final Setting<Integer> INFLATED_BYTES_MAX =
            add(Setting.of("raft.inflatedBytesMax", "64m", Values.SIZE, Values::size));

    static {
        for (String[] stock : new String[][] {
            {"clientRequestThreadPoolNums", "8"},
            {"clientRequestThreadPoolQueueCapacity", "50000"},
            {"clusterTest", "false"},
            {"configBlackList", "configBlackList;configStorePath;kvConfigPath"},
            {"configStorePath", ""},
            {"defaultThreadPoolNums", "16"},
            {"defaultThreadPoolQueueCapacity", "10000"},
            {"deleteTopicWithBrokerRegistration", "false"},
            {"enableAllTopicList", "true"},
            {"enableControllerInNamesrv", "false"},
            {"enableShutdownGracefully", "false"},
            {"enableTopicList", "true"},
            {"kvConfigPath", ""},
            {"needWaitForService", "false"},
            {"notifyMinBrokerIdChanged", "false"},
            {"orderMessageEnable", "false"},
            {"productEnvName", "center"},
            {"returnOrderTopicConfigToBroker", "true"},
            {"rocketmqHome", ""},
            {"scanNotActiveBrokerInterval", "5000"},
            {"serverAsyncSemaphoreValue", "64"},
            {"serverCallbackExecutorThreads", "0"},
            {"serverNettyWorkerGroupEnable", "true"},
            {"serverOnewaySemaphoreValue", "256"},
            {"serverPooledByteBufAllocatorEnable", "true"},
            {"serverSelectorThreads", "3"},
            {"serverSocketBacklog", "1024"},
            {"serverSocketRcvBufSize", "0"},
            {"serverSocketSndBufSize", "0"},
            {"serverWorkerThreads", "8"},
            {"shutdownWaitTimeSeconds", "30"},
            {"supportActingMaster", "false"},
            {"unRegisterBrokerQueueCapacity", "3000"},
            {"useEpollNativeSelector", "false"},
            {"useTLS", "false"},
            {"waitSecondsForService", "45"},
            {"writeBufferHighWaterMark", "0"},
            {"writeBufferLowWaterMark", "0"},
        }) {
            add(Setting.withoutEffect(stock[0], stock[1]));
        }
    }

    private Settings() {}

    /** By key, sorted. */
    static Map<String, Setting<?>> all() {
        return Collections.unmodifiableMap(ALL);
    }

    private static <T> Setting<T> add(Setting<T> setting) {
        ALL.put(setting.key(), setting);
        return setting;
    }
}
