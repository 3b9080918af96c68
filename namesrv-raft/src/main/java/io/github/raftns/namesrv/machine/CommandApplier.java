package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.CommandHandler;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import java.util.Objects;

/** Leads each command to the part of the machine that knows it. Made by {@link Batch} for one entry. */
final class CommandApplier implements CommandHandler<Outcome> {
    private final Entry entry;

    CommandApplier(Entry entry) {
        this.entry = Objects.requireNonNull(entry, "entry");
    }

    @Override
    public Outcome on(RegisterBroker command) {
        return BrokerRegistry.register(entry, command);
    }

    @Override
    public Outcome on(UnregisterBroker command) {
        return BrokerRegistry.unregister(entry, command);
    }

    @Override
    public Outcome on(ExpireBroker command) {
        return BrokerRegistry.expire(entry, command);
    }

    @Override
    public Outcome on(DeleteTopic command) {
        return TopicDeletion.delete(entry, command);
    }

    @Override
    public Outcome on(ChangePermission command) {
        return PermissionMasks.change(entry, command);
    }

    @Override
    public Outcome on(MarkState command) {
        return entry.applied(0);
    }
}
