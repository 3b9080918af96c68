package io.github.raftns.namesrv.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.testing.InMemoryLog;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Random histories of a few brokers that share names, ids and addresses, through the desk into one log and as whole tables into
 * another. Marks fill up whichever log is shorter, so that both number alike.
 */
class DifferenceIsTheMachinesTwinTest {
    private static final long TIME = 1_000;

    private InMemoryLog byDifferences;
    private InMemoryLog byTables;
    private RegistrationDesk desk;

    @BeforeTry
    void start() {
        byDifferences = new InMemoryLog();
        byTables = new InMemoryLog();
        desk = desk(DeskLimits.DEFAULT, byDifferences);
    }

    @Property(tries = 100)
    void registrationsThroughTheDeskEndInTheRowsOfWholeTables(@ForAll long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 40; step++) {
            if (random.nextInt(4) > 0) {
                register(random);
            } else {
                Command direct = direct(random);
                assertThat(byDifferences.append(direct)).isEqualTo(byTables.append(direct));
            }
            assertThat(byDifferences.rows()).as("seed %d, step %d", seed, step).isEqualTo(byTables.rows());
        }
    }

    @Property(tries = 50)
    void tablesThatGoInPartsEndInTheSameRowsButForTheirIndexes(@ForAll long seed) {
        Random random = new Random(seed);
        RegistrationDesk inParts = desk(new DeskLimits(10, 10, 150), byDifferences);
        for (int step = 0; step < 25; step++) {
            Brokers broker = random(random);
            Outcome outcome = inParts.handle(new Intent.Register(broker.registration()))
                    .toCompletableFuture()
                    .join();
            byTables.append(new RegisterBroker(broker.registration(), null, true, TIME));
            assertThat(outcome.holds() || outcome instanceof Outcome.Refused).isTrue();
            assertThat(withoutIndexes(byDifferences))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(withoutIndexes(byTables));
        }
    }

    private void register(Random random) {
        Brokers broker = random(random);
        boolean none = RegistrationDifference.between(byTables.window().view(), broker.registration())
                .isNone();
        var rowsBefore = byTables.rows();
        byTables.append(new RegisterBroker(broker.registration(), null, true, TIME));
        assertThat(byTables.rows().equals(rowsBefore) || !none)
                .as("what is no difference changes no row: %s", broker)
                .isTrue();
        Outcome outcome = desk.handle(new Intent.Register(broker.registration()))
                .toCompletableFuture()
                .join();
        assertThat(outcome instanceof Outcome.Unchanged).isEqualTo(none);
        if (byDifferences.entries().size() < byTables.entries().size()) {
            byDifferences.append(new MarkState());
        }
        assertThat(byDifferences.entries()).hasSameSizeAs(byTables.entries());
    }

    private Command direct(Random random) {
        List<MemberRecord> members = new ArrayList<>();
        byTables.window()
                .view()
                .groups()
                .forEach(group -> members.addAll(group.members().values()));
        if (members.isEmpty() || random.nextInt(3) == 0) {
            return random.nextBoolean()
                    ? new DeleteTopic(new TopicName("t" + random.nextInt(5)), null)
                    : new ChangePermission(new BrokerName("b" + random.nextInt(2)), random.nextBoolean(), TIME);
        }
        MemberRecord member = members.get(random.nextInt(members.size()));
        return random.nextBoolean()
                ? new UnregisterBroker(member.identity(), member.epoch())
                : new ExpireBroker(member.key(), member.epoch(), byTables.term());
    }

    private static Brokers random(Random random) {
        List<ReportedTopic> topics = new ArrayList<>();
        for (int topic = 0; topic < 5; topic++) {
            if (random.nextInt(3) > 0) {
                topics.add(Brokers.topic("t" + topic, 4 + random.nextInt(2)));
            }
        }
        return Brokers.broker("b" + random.nextInt(2), random.nextInt(3))
                .in("c" + random.nextInt(8) / 7)
                .at("address" + random.nextInt(3) + ":1")
                .ha(random.nextBoolean() ? "ha" : null)
                .timeout(random.nextInt(2) * 10_000L)
                .acting(List.of(ActingMaster.values()).get(random.nextInt(3)))
                .zone(random.nextInt(4) == 0 ? "z" : null)
                .versioned(new DataVersion(random.nextInt(2), 0, random.nextInt(3)))
                .filters(random.nextBoolean() ? FilterServers.UNSAID : FilterServers.of(List.of("f")))
                .with(topics);
    }

    private static List<String> withoutIndexes(InMemoryLog log) {
        return log.rows().values().stream()
                .map(row -> row.replaceAll("(epoch|revision|since)=\\d+", "$1=n"))
                .toList();
    }

    private static RegistrationDesk desk(DeskLimits limits, InMemoryLog log) {
        LeadershipWatch leadership = new LeadershipWatch();
        leadership.publish(Nodes.leads(Nodes.N1, 1));
        return new RegistrationDesk(
                new RegistrationDesk.Ports(
                        log.window(),
                        leadership,
                        log,
                        signs -> {
                            throw new AssertionError("nobody reports here");
                        },
                        () -> TIME,
                        Runnable::run,
                        new NodeMeters(new SimpleMeterRegistry())),
                limits);
    }
}
