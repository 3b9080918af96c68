package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.testing.InMemoryLog;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.model.Term;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The desk on real threads, with the log on one of its own. */
@Timeout(60)
class RegistrationDeskRaceTest {
    private static final int BROKERS = 8;
    private static final int VERSIONS = 60;
    private static final int NODES = 3;

    @Test
    void everyRegistrationThroughThreeNodesAtOnceIsAnsweredAndNoLaneSticks() {
        InMemoryLog log = new InMemoryLog();
        ExecutorService apply = Executors.newSingleThreadExecutor();
        ExecutorService nodes = Executors.newFixedThreadPool(NODES);
        try (WorkerPool workers = new WorkerPool("race", 3, 10_000)) {
            RegistrationDesk desk = desk(log, apply, workers);
            List<CompletableFuture<List<CompletableFuture<Outcome>>>> arriving = new ArrayList<>();
            for (int node = 0; node < NODES; node++) {
                arriving.add(CompletableFuture.supplyAsync(() -> registerAll(desk), nodes));
            }
            for (CompletableFuture<List<CompletableFuture<Outcome>>> words : arriving) {
                assertThat(words.join())
                        .hasSize(BROKERS * VERSIONS)
                        .allSatisfy(word -> assertThat(word.join().holds()).isTrue());
            }

            assertThat(desk.inFlight()).isZero();
            assertThat(log.window().view().brokerCount()).isEqualTo(BROKERS);
            assertThat(log.window().view().topicCount()).isEqualTo(VERSIONS);
            int logged = log.entries().size();
            assertThat(logged).isBetween(BROKERS, BROKERS * VERSIONS * NODES);
            CompletableFuture<Outcome> once = handle(desk, 0, VERSIONS);
            assertThat(once.join()).isInstanceOf(Outcome.Applied.class);
            assertThat(handle(desk, 0, VERSIONS).join()).isInstanceOf(Outcome.Unchanged.class);
        } finally {
            nodes.shutdownNow();
            apply.shutdownNow();
        }
    }

    private static List<CompletableFuture<Outcome>> registerAll(RegistrationDesk desk) {
        List<CompletableFuture<Outcome>> words = new ArrayList<>();
        for (int version = 0; version < VERSIONS; version++) {
            for (int number = 0; number < BROKERS; number++) {
                words.add(handle(desk, number, version));
            }
        }
        return words;
    }

    private static CompletableFuture<Outcome> handle(RegistrationDesk desk, int number, int version) {
        return desk.handle(new Intent.Register(broker("b" + number)
                        .versioned(version)
                        .with("t" + version)
                        .registration()))
                .toCompletableFuture();
    }

    private static RegistrationDesk desk(InMemoryLog log, ExecutorService apply, WorkerPool workers) {
        LeadershipWatch leadership = new LeadershipWatch();
        leadership.publish(Nodes.leads(Nodes.N1, 1));
        Proposer onItsThread = new Proposer() {
            @Override
            public CompletionStage<Outcome> propose(Command command) {
                return CompletableFuture.supplyAsync(() -> log.append(command), apply)
                        .thenApplyAsync(outcome -> outcome, workers);
            }

            @Override
            public CompletionStage<Outcome> propose(Command command, Term expectedTerm) {
                throw new AssertionError("the desk passes no verdicts");
            }
        };
        return new RegistrationDesk(
                new RegistrationDesk.Ports(
                        log.window(),
                        leadership,
                        onItsThread,
                        signs -> {
                            throw new AssertionError("nobody reports here");
                        },
                        () -> 0,
                        workers,
                        new NodeMeters(new SimpleMeterRegistry())),
                new DeskLimits(10_000, 1_000, 256 << 10));
    }
}
