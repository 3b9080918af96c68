package io.github.raftns.namesrv.replication;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.leadership.LeaderDesk;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.leadership.Member;
import io.github.raftns.namesrv.leadership.ReportReply;
import io.github.raftns.namesrv.leadership.SignsOfLife;
import io.github.raftns.namesrv.read.ReadNotPossible;
import io.github.raftns.namesrv.read.ReadPolicy;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.time.SystemTime;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** One running node of a {@link ReplicaGroup}; its desk proposes what is forwarded to it. */
final class Replica implements AutoCloseable, LeaderDesk {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ReplicationConfig config;
    private final LeadershipWatch watch = new LeadershipWatch();
    private final RecordingListener listener = new RecordingListener();
    private final SystemTime time;
    private final RaftReplication replication;

    Replica(ReplicationConfig config, FailingStores stores, LinkFilter links) {
        this.config = config;
        this.time = new SystemTime("timers-" + config.self().id());
        this.replication = new RaftReplication(config, stores, watch, time, time, links);
    }

    void start() throws ReplicationNotStarted {
        replication.start(listener, this);
    }

    Member member() {
        return config.self();
    }

    ReplicationConfig config() {
        return config;
    }

    RaftReplication replication() {
        return replication;
    }

    RecordingListener listener() {
        return listener;
    }

    LeadershipWatch watch() {
        return watch;
    }

    /** Proposes and waits for the word. */
    Outcome propose(Command command) {
        return word(replication.proposer().propose(command));
    }

    Outcome forward(Member leader, Command command) {
        return word(replication.forwarder().forward(leader, new Intent.Direct(command), PATIENCE.dividedBy(4)));
    }

    static Outcome word(CompletionStage<Outcome> outcome) {
        return outcome.toCompletableFuture()
                .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Whether a read under this policy passed within the time. */
    boolean passes(ReadPolicy policy, Duration timeout) {
        try {
            replication
                    .barrier()
                    .await(policy, timeout)
                    .toCompletableFuture()
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            return true;
        } catch (CompletionException refused) {
            if (refused.getCause() instanceof ReadNotPossible) {
                return false;
            }
            throw refused;
        }
    }

    @Override
    public CompletionStage<Outcome> handle(Intent intent) {
        return replication.proposer().propose(((Intent.Direct) intent).command());
    }

    @Override
    public ReportReply heard(SignsOfLife signs) {
        return watch.current().isLeader()
                ? new ReportReply(
                        true, watch.current().term(), new LogIndex(signs.heard().size()))
                : ReportReply.NOT_ACCEPTED;
    }

    @Override
    public void close() {
        replication.close();
        listener.closeMarks();
        time.close();
    }
}
