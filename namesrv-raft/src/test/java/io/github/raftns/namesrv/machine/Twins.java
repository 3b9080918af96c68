package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.Base;
import io.github.raftns.namesrv.command.Command;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Two states under one sequence of events: one is fed differences, which are judged early and arrive late, the other whole
 * tables at the moment the difference counts. Both must stay equal, byte for byte, after every entry.
 */
final class Twins {
    private static final Term TERM = new Term(1);
    private static final long LEADER_TIME = 1_000;

    private final RegistrationDiffer differ;
    private final ForkableStore byDifference;
    private final ForkableStore byTable;
    private long last;
    private int moved;

    Twins(RegistrationDiffer differ) {
        this(differ, new ForkableStore(), new ForkableStore(), 0);
    }

    private Twins(RegistrationDiffer differ, ForkableStore byDifference, ForkableStore byTable, long last) {
        this.differ = differ;
        this.byDifference = byDifference;
        this.byTable = byTable;
        this.last = last;
    }

    Twins fork() {
        return new Twins(differ, byDifference.fork(), byTable.fork(), last);
    }

    /** How often a base had moved. */
    int moved() {
        return moved;
    }

    /** A command that is no registration. */
    Outcome both(Command command) {
        return entry(command, command);
    }

    void register(Registration registration) {
        arrive(registration, judge(registration));
    }

    /** Computes the difference now. An empty one ends the registration: its whole table must change nothing either. */
    Optional<RegisterBroker> judge(Registration registration) {
        Optional<RegisterBroker> difference = differ.difference(rows(), registration, LEADER_TIME);
        if (difference.isEmpty()) {
            entry(new MarkState(), SmallWorld.whole(registration));
        }
        return difference;
    }

    /** The difference becomes an entry; a refused one is computed anew until it is not. */
    void arrive(Registration registration, Optional<RegisterBroker> judged) {
        Optional<RegisterBroker> next = judged;
        boolean fresh = false;
        for (int parts = 0; next.isPresent(); parts++) {
            assertThat(parts).as("parts of %s", registration).isLessThan(50);
            RegisterBroker difference = next.orElseThrow();
            boolean stale = hasMoved(difference);
            assertThat(stale && fresh).as("a fresh difference has a moved base").isFalse();
            if (stale) {
                moved++;
                Outcome outcome = entry(difference, new MarkState());
                assertThat(outcome)
                        .isInstanceOfSatisfying(Outcome.Refused.class, refused -> assertThat(refused.reason())
                                .isEqualTo(Refusal.BASE_MOVED));
                fresh = true;
            } else if (difference.complete()) {
                Outcome outcome = entry(difference, SmallWorld.whole(registration));
                if (!outcome.holds()) {
                    return; // refused for its content, as the whole table was
                }
                assertThat(differ.difference(rows(), registration, LEADER_TIME))
                        .as("what is left to say of %s", registration)
                        .isEmpty();
                return;
            } else {
                lone(difference); // a part: compared once the last one is in
                fresh = true;
            }
            next = differ.difference(rows(), registration, LEADER_TIME);
        }
        if (judged.isPresent()) {
            entry(new MarkState(), SmallWorld.whole(registration));
        }
    }

    Epoch epochOf(BrokerKey key) {
        byte[] row = byDifference.get(RowKeys.member(key));
        return row == null
                ? Epoch.NONE
                : RowValues.member(RowKeys.member(key), row).epoch();
    }

    Optional<MemberRecord> member(BrokerKey key) {
        return Optional.ofNullable(byDifference.get(RowKeys.member(key)))
                .map(row -> RowValues.member(RowKeys.member(key), row));
    }

    private boolean hasMoved(RegisterBroker difference) {
        BrokerKey key = difference.registration().broker().key();
        byte[] row = byDifference.get(RowKeys.group(key.name()));
        LogIndex revision = Optional.ofNullable(row)
                .map(value -> RowValues.group(RowKeys.group(key.name()), value))
                .map(GroupRecord::revision)
                .orElse(LogIndex.NONE);
        return difference.base() != null && !difference.base().equals(new Base(epochOf(key), revision));
    }

    private List<RouteChange> rows() {
        List<RouteChange> rows = new ArrayList<>();
        StateRows.forEach(byDifference, rows::add);
        return rows;
    }

    /** @return the outcome on the side of differences */
    private Outcome entry(Command difference, Command table) {
        last++;
        Outcome outcome = append(byDifference, difference);
        Outcome tableOutcome = append(byTable, table);
        if (difference.getClass() == table.getClass()) {
            assertThat(outcome.holds()).isEqualTo(tableOutcome.holds());
        }
        if (!byDifference.holdsTheSameAs(byTable)) {
            assertThat(Node.bytes(byDifference))
                    .as("after %s on the one side and %s on the other", difference, table)
                    .isEqualTo(Node.bytes(byTable));
        }
        return outcome;
    }

    private void lone(RegisterBroker part) {
        last++;
        append(byDifference, part);
        append(byTable, new RegisterBroker(part.registration(), null, false, part.leaderTimeMillis()));
    }

    private Outcome append(ForkableStore store, Command command) {
        Batch batch = new StateMachine(store).begin();
        Outcome outcome = batch.apply(new LogIndex(last), TERM, command);
        batch.commit();
        return outcome;
    }
}
