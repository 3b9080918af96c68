package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.WriteBatch;
import java.util.Objects;

/**
 * The route table as a pure function of (index, term, command, state). Equal logs give equal rows, byte for byte, wherever
 * batches begin and end. Called by replication alone, on the apply thread alone; {@link #applied} too. Making one costs one
 * read, so that a store that was swapped for a snapshot gets a machine of its own.
 *
 * <p>What each command does. "Name" is a broker name; every change of a row of a name moves its revision to the entry's index;
 * a command that changes no row moves nothing.
 *
 * <pre>
 * command            state found                                  what becomes of it
 * -----------------  -------------------------------------------  ---------------------------------------------------------
 * RegisterBroker     base given and not (epoch of the id's        refused BASE_MOVED
 *                    holder, revision of the name)
 *                    id held by another address with a greater    refused NEWER_STATE_VERSION
 *                    state version
 *                    id free; or held by another address, or by   new registration: epoch = index, nothing of the old record
 *                    the same one for another cluster             stays
 *                    id held by this address and cluster          renewal: epoch and registration time stay
 *                    address held under another id of the name    that member goes, whatever else happens
 *                    name without members                         the name takes the registration's cluster; its mask and
 *                                                                 tombstones stay
 *                    not complete                                 data version stays (INITIAL in a new registration)
 *                    filter servers unsaid                        those known stay (none in a new registration)
 *                    member does not publish (neither id 0 nor    no topic is stored
 *                    a 5.x slave with the smallest id)
 *                    topic with a tombstone that covers the id    ignored
 *                    at the reported version
 *                    any other reported topic                     row = report, tombstone goes
 *                    topic not reported                           stays
 * UnregisterBroker   no member of the name at the address         refused UNKNOWN_BROKER
 *                    that member has another epoch                refused STALE_EPOCH
 *                    others remain                                member goes, topics stay
 *                    last member                                  member, topics, tombstones, mask and group go
 * ExpireBroker       entry of another term                        refused WRONG_TERM
 *                    no such member                               refused UNKNOWN_BROKER
 *                    that member has another epoch                refused STALE_EPOCH
 *                    others remain                                member goes, topics stay
 *                    last member                                  member and topics go; mask and tombstones keep the group
 * DeleteTopic        name (of the cluster, if given) has topic    topic goes, tombstone = data version of each member
 *                    name has it not                              nothing
 * ChangePermission   wipe, no mask                                mask = (index, leader time)
 *                    wipe, mask; or add, no mask; or no name      nothing
 *                    add, mask                                    mask goes; so does a group that has nothing else
 * MarkState          any                                          nothing
 * </pre>
 */
public final class StateMachine {
    private final KeyValueStore store;
    private AppliedPoint applied;

    /** @throws StateFault when the store's format is not this release's */
    public StateMachine(KeyValueStore store) {
        this.store = Objects.requireNonNull(store, "store");
        this.applied = StateRows.appliedPoint(store);
    }

    /** What the store holds; an open batch is not part of it. */
    public AppliedPoint applied() {
        return applied;
    }

    /** Begins a batch on what was committed last. Only one is open at a time; an abandoned one leaves no trace. */
    public Batch begin() {
        return new Batch(this, new RowOverlay(store, applied.digest()), applied);
    }

    void commit(AppliedPoint start, WriteBatch writes, AppliedPoint end) {
        if (!start.equals(applied)) {
            throw new StateFault("a batch from " + start.index() + " on cannot follow entry " + applied.index());
        }
        store.write(writes.put(RowKeys.applied(), RowValues.of(end)));
        applied = end;
    }
}
