package io.github.raftns.namesrv.machine;

import static io.github.raftns.namesrv.machine.SmallWorld.identity;
import static io.github.raftns.namesrv.machine.SmallWorld.key;
import static io.github.raftns.namesrv.machine.SmallWorld.name;
import static io.github.raftns.namesrv.machine.SmallWorld.registration;
import static io.github.raftns.namesrv.machine.SmallWorld.topic;
import static io.github.raftns.namesrv.machine.SmallWorld.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.Test;

/**
 * A difference whose base moved is refused; computed anew, it ends in the state that the whole table would give. Held against
 * every interleaving of short scripts around one broker name, and against random long ones.
 */
public interface DifferenceContract {
    RegistrationDiffer differ();

    @Test
    default void everyInterleavingEndsAsWithWholeTables() {
        List<List<Script>> others = new ArrayList<>();
        List<Script> single = Scripts.others();
        for (int i = 0; i < single.size(); i++) {
            for (int j = i + 1; j < single.size(); j++) {
                others.add(List.of(single.get(i), single.get(j)));
            }
        }
        Walk walk = new Walk();
        for (Script rival : Scripts.rivals()) {
            for (List<Script> pair : others) {
                List<Script> scripts = new ArrayList<>(List.of(Scripts.MASTER_REPORTS, rival));
                scripts.addAll(pair);
                walk.everyOrder(Scripts.setUp(new Twins(differ())), scripts);
            }
        }
        assertThat(walk.ends).as("interleavings").isGreaterThan(50_000);
        assertThat(walk.moved).as("bases that had moved").isGreaterThan(10_000);
    }

    @Test
    default void randomInterleavingsEndAsWithWholeTables() {
        AtomicInteger moved = new AtomicInteger();
        JqwikSession.run(() -> {
            for (long seed = 1; seed <= 400; seed++) {
                moved.addAndGet(randomPlay(new Random(seed)));
            }
        });
        assertThat(moved.get()).as("bases that had moved").isGreaterThan(500);
    }

    private int randomPlay(Random random) {
        Twins twins = new Twins(differ());
        List<Registration> registrations = SmallWorld.registrations().generator(1_000).stream(random)
                .limit(12)
                .map(Shrinkable::value)
                .toList();
        SortedMap<Integer, Optional<RegisterBroker>> judged = new TreeMap<>();
        for (int step = 0; step < 60; step++) {
            int slot = random.nextInt(registrations.size());
            Registration registration = registrations.get(slot);
            BrokerIdentity broker = registration.broker();
            switch (random.nextInt(10)) {
                case 0 -> twins.both(new DeleteTopic(new TopicName("t" + random.nextInt(4)), null));
                case 1 -> twins.both(new ChangePermission(broker.name(), random.nextBoolean(), step));
                case 2 -> twins.both(new ExpireBroker(broker.key(), twins.epochOf(broker.key()), new Term(1)));
                case 3 -> twins.both(new UnregisterBroker(broker, twins.epochOf(broker.key())));
                default -> {
                    Optional<RegisterBroker> waiting = judged.remove(slot);
                    if (waiting == null) {
                        judged.put(slot, twins.judge(registration));
                    } else {
                        twins.arrive(registration, waiting);
                    }
                }
            }
        }
        return twins.moved();
    }

    /** What one party does, step by step; a fresh run for every interleaving. */
    @FunctionalInterface
    interface Script {
        List<Step> steps();
    }

    /** One step; the party's memory is a slot of its own, copied with the twins. */
    interface Step {
        Object run(Twins twins, Object memory);
    }

    /** The parties around broker name a. */
    final class Scripts {
        static final Script MASTER_REPORTS = reports(
                registration(identity("c", "a", 0, "h0"), version(2), topic("t1", 8), topic("t2", 4), topic("t3", 4)));

        private Scripts() {}

        static Twins setUp(Twins twins) {
            twins.register(registration(identity("c", "a", 0, "h0"), version(1), topic("t1", 4), topic("t2", 4)));
            twins.register(registration(identity("c", "a", 1, "h1"), version(1), topic("t1", 4)));
            twins.register(registration(identity("c", "b", 0, "h5"), version(1), topic("t1", 4)));
            return twins;
        }

        /** A second registration beside the master's. */
        static List<Script> rivals() {
            return List.of(
                    reports(registration(identity("c", "a", 1, "h1"), version(2), topic("t1", 2), topic("t4", 4))),
                    reports(registration(identity("c", "b", 0, "h5"), version(2), topic("t1", 8), topic("t3", 4))),
                    // another host takes the master's id over
                    reports(registration(identity("c", "a", 0, "h9"), version(3), topic("t1", 8), topic("t5", 4))),
                    // the slave becomes master
                    reports(registration(identity("c", "a", 0, "h1"), version(3), topic("t1", 1))));
        }

        static List<Script> others() {
            return List.of(
                    () -> List.of((twins, memory) -> twins.both(new DeleteTopic(new TopicName("t1"), null))),
                    () -> List.of(
                            (twins, memory) -> twins.both(new DeleteTopic(new TopicName("t3"), new ClusterName("c")))),
                    () -> List.of(
                            (twins, memory) -> twins.both(new ChangePermission(name("a"), false, 6)),
                            (twins, memory) -> twins.both(new ChangePermission(name("a"), true, 7))),
                    expires(key("a", 0)),
                    expires(key("a", 1)),
                    leaves(identity("c", "a", 0, "h0")));
        }

        /** Judged at one moment, logged at another. */
        static Script reports(Registration registration) {
            return () -> List.of((twins, memory) -> twins.judge(registration), (twins, memory) -> {
                twins.arrive(registration, judged(memory));
                return memory;
            });
        }

        private static Script expires(BrokerKey key) {
            return () -> List.of(
                    (twins, memory) -> twins.epochOf(key),
                    (twins, memory) -> twins.both(new ExpireBroker(key, (Epoch) memory, new Term(1))));
        }

        private static Script leaves(BrokerIdentity broker) {
            return () -> List.of(
                    (twins, memory) -> twins.epochOf(broker.key()),
                    (twins, memory) -> twins.both(new UnregisterBroker(broker, (Epoch) memory)));
        }

        private static Optional<RegisterBroker> judged(Object memory) {
            return ((Optional<?>) memory).map(RegisterBroker.class::cast);
        }
    }

    /** Walks all orders of the scripts' steps, depth first, forking the twins at each. */
    final class Walk {
        private int ends;
        private int moved;

        void everyOrder(Twins start, List<Script> scripts) {
            List<List<Step>> steps = scripts.stream().map(Script::steps).toList();
            go(start, steps, new int[scripts.size()], new Object[scripts.size()]);
        }

        private void go(Twins twins, List<List<Step>> steps, int[] done, Object[] memory) {
            boolean end = true;
            for (int script = 0; script < done.length; script++) {
                if (done[script] == steps.get(script).size()) {
                    continue;
                }
                end = false;
                Twins fork = twins.fork();
                int[] doneNext = done.clone();
                Object[] memoryNext = memory.clone();
                memoryNext[script] = steps.get(script).get(done[script]).run(fork, memory[script]);
                doneNext[script]++;
                moved += fork.moved();
                go(fork, steps, doneNext, memoryNext);
            }
            if (end) {
                ends++;
            }
        }
    }
}
