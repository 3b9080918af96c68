package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.BrokerName;
import java.util.Objects;

/**
 * Wipes (writable == false) or gives back write permission of a broker name, as a mask over what its members report
 * (design D14).
 *
 * @param leaderTimeMillis wall clock of the leader when it was asked for, for people
 */
public record ChangePermission(BrokerName broker, boolean writable, long leaderTimeMillis) implements Command {
    public ChangePermission {
        Objects.requireNonNull(broker, "broker");
    }

    @Override
    public <R> R accept(CommandHandler<R> handler) {
        return handler.on(this);
    }
}
