package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.StateMachine;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.option.ApplyTaskMode;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.option.ReadOnlyOption;
import java.time.Duration;

/** Fills JRaft's mutable options from our configuration: the one place that does. Each number has its reason in the decisions. */
final class NodeOptionsWriter {
    private static final int RPC_THREADS = 32;
    private static final int CLI_THREADS = 4;
    private static final int APPLY_BATCH = 64;
    private static final int SNAPSHOT_CHUNK_BYTES = 1 << 20;
    private static final int READ_INDEX_LAG_MAX = 5_000;

    private NodeOptionsWriter() {}

    static PeerNodeOptions write(ReplicationConfig config, StateMachine machine, LinkFilter links) {
        PeerNodeOptions options = new PeerNodeOptions(links, config.limits().frameBytesMax());
        ReplicationTiming timing = config.timing();
        options.setFsm(machine);
        options.setInitialConf(config.joining() ? new Configuration() : new Peers(config.members()).configuration());
        options.setLogUri(config.logDirectory().toString());
        options.setRaftMetaUri(config.metaDirectory().toString());
        options.setSnapshotUri(config.snapshotDirectory().toString());
        options.setElectionTimeoutMs(millis(timing.electionTimeout()));
        options.setRpcConnectTimeoutMs(millis(timing.connectTimeout()));
        options.setRpcDefaultTimeout(millis(timing.rpcTimeout()));
        options.setSnapshotIntervalSecs(
                Math.toIntExact(timing.snapshotInterval().toSeconds()));
        options.setSnapshotLogIndexMargin(0); // it would refuse snapshots that were asked for, too
        options.setDisableCli(true); // membership changes come through our own, authenticated door
        options.setRaftRpcThreadPoolSize(RPC_THREADS); // the pool has no queue, and a snapshot download holds a thread
        options.setCliRpcThreadPoolSize(CLI_THREADS);
        options.setEnableMetrics(true);
        options.setApplyTaskMode(ApplyTaskMode.NonBlocking); // a full queue answers at once
        options.setRaftOptions(raftOptions(config));
        return options;
    }

    private static RaftOptions raftOptions(ReplicationConfig config) {
        RaftOptions options = new RaftOptions();
        options.setSync(true); // with it, term and vote are synced too
        options.setSyncMeta(true);
        options.setEnableLogEntryChecksum(true);
        options.setMaxElectionDelayMs(millis(config.timing().electionDelayMax()));
        options.setApplyBatch(APPLY_BATCH);
        options.setDisruptorBufferSize(config.limits().ringEntriesMax());
        options.setMaxLogsInMemoryBytes(config.limits().logBytesInMemoryMax());
        options.setMaxByteCountPerRpc(SNAPSHOT_CHUNK_BYTES);
        options.setReadOnlyOptions(ReadOnlyOption.ReadOnlySafe);
        options.setMaxReadIndexLag(READ_INDEX_LAG_MAX); // a follower far behind says so at once
        options.setOpenStatistics(false);
        return options;
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}
