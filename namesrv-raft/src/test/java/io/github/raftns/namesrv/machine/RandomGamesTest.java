package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.CommandCodec;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.store.memory.MemoryStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random commands in a small world; {@link Node#append} checks {@link Invariants} after every one. */
class RandomGamesTest {
    @Provide
    Arbitrary<List<SmallWorld.Move>> games() {
        return SmallWorld.games(40);
    }

    @Property(tries = 300)
    void replayFromNothingEqualsTheLiveStateByteForByte(
            @ForAll("games") List<SmallWorld.Move> game, @ForAll Random random) {
        Node live = play(game, random);

        Node replayed = new Node(new MemoryStore());
        for (Node.Logged entry : live.log()) {
            while (replayed.term().compareTo(entry.term()) < 0) {
                replayed.nextTerm();
            }
            Command read = CommandCodec.decode(ByteBuffer.wrap(CommandCodec.encode(entry.command())));
            assertThat(replayed.append(read)).isEqualTo(entry.outcome());
        }

        assertThat(replayed.bytes()).isEqualTo(live.bytes());
    }

    @Property(tries = 300)
    void whereBatchesEndMakesNoDifference(@ForAll("games") List<SmallWorld.Move> game, @ForAll Random random) {
        Node live = play(game, random);

        MemoryStore store = new MemoryStore();
        StateMachine machine = new StateMachine(store);
        List<Outcome> outcomes = new ArrayList<>();
        List<RouteChange> changes = new ArrayList<>();
        TreeMap<LogIndex, StateDigest> digests = new TreeMap<>();
        Batch batch = machine.begin();
        for (Node.Logged entry : live.log()) {
            outcomes.add(batch.apply(entry.index(), entry.term(), entry.command()));
            if (random.nextInt(4) == 0) {
                AppliedBatch applied = batch.commit();
                changes.addAll(applied.changes());
                digests.putAll(applied.digests());
                if (random.nextBoolean()) {
                    machine = new StateMachine(store); // as after a restart or a snapshot
                }
                if (random.nextBoolean()) {
                    machine.begin().apply(new LogIndex(1_000_000), new Term(99), entry.command()); // abandoned
                }
                batch = machine.begin();
            }
        }
        AppliedBatch last = batch.commit();
        changes.addAll(last.changes());
        digests.putAll(last.digests());

        assertThat(outcomes)
                .isEqualTo(live.log().stream().map(Node.Logged::outcome).toList());
        assertThat(Node.bytes(store)).isEqualTo(live.bytes());
        assertThat(digests).hasSize(live.log().size());
        ChangeModel model = new ChangeModel();
        changes.forEach(model::accept);
        assertThat(model.rows()).isEqualTo(live.model().rows());
    }

    @Property(tries = 300)
    void theSameCommandAgainChangesNothing(@ForAll("games") List<SmallWorld.Move> game, @ForAll Random random) {
        Node node = new Node(new MemoryStore());
        for (SmallWorld.Move move : game) {
            if (random.nextInt(10) == 0) {
                node.nextTerm();
            }
            Command command = move.against(node);
            node.append(command);
            SortedMap<String, String> rows = node.rows();

            node.append(command);

            assertThat(node.rows()).as("after %s again", command).isEqualTo(rows);
        }
    }

    @Property(tries = 200)
    void aVerdictOnAnOldEpochOrOfAnotherTermIsRefused(
            @ForAll("games") List<SmallWorld.Move> game, @ForAll Random random) {
        Node node = play(game, random);
        for (MemberRecord member : node.members()) {
            assertThat(node.append(new ExpireBroker(
                            member.key(), new Epoch(member.epoch().index() - 1), node.term())))
                    .isInstanceOfSatisfying(Outcome.Refused.class, refused -> assertThat(refused.reason())
                            .isEqualTo(Refusal.STALE_EPOCH));
            assertThat(node.append(new ExpireBroker(
                            member.key(), member.epoch(), new Term(node.term().number() - 1))))
                    .isInstanceOfSatisfying(Outcome.Refused.class, refused -> assertThat(refused.reason())
                            .isEqualTo(Refusal.WRONG_TERM));
            assertThat(node.member(member.key())).contains(member);
        }
    }

    /** A property over games that never meet the interesting cases would hold of anything. */
    @Example
    void gamesReachEveryKindOfChangeAndEveryRefusal() {
        Set<String> changes = new TreeSet<>();
        Set<Refusal> refusals = EnumSet.noneOf(Refusal.class);
        boolean[] covered = {false, false};
        Random random = new Random(42);
        SmallWorld.games(40).generator(1_000).stream(random).limit(100).forEach(game -> {
            Node node = new Node(new MemoryStore());
            for (SmallWorld.Move move : game.value()) {
                Command command = move.against(node);
                covered[0] |= command instanceof RegisterBroker register && node.ignoresSomeOf(register.registration());
                covered[1] |= node.leavesSomethingBehind();
                if (node.append(command) instanceof Outcome.Refused refused) {
                    refusals.add(refused.reason());
                }
                node.lastChanges()
                        .forEach(change -> changes.add(change.getClass().getSimpleName()));
            }
        });

        // what is too large never reaches the machine
        assertThat(refusals).isEqualTo(EnumSet.complementOf(EnumSet.of(Refusal.TOO_LARGE)));
        assertThat(changes).hasSameSizeAs(RouteChange.class.getPermittedSubclasses());
        assertThat(covered[0]).as("a report ignored for its tombstone").isTrue();
        assertThat(covered[1]).as("a group without members").isTrue();
    }

    private static Node play(List<SmallWorld.Move> game, Random random) {
        Node node = new Node(new MemoryStore());
        for (SmallWorld.Move move : game) {
            if (random.nextInt(10) == 0) {
                node.nextTerm();
            }
            node.append(move.against(node));
        }
        return node;
    }
}
