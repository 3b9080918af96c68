package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.Epoch;
import java.util.Objects;

/**
 * A goodbye: the member leaves, if its registration is still the one the goodbye was meant for (design D6).
 *
 * @param broker as it introduced itself; the member is found by name and address, as in stock (its id is not compared)
 * @param epoch the registration that says goodbye
 */
public record UnregisterBroker(BrokerIdentity broker, Epoch epoch) implements Command {
    public UnregisterBroker {
        Objects.requireNonNull(broker, "broker");
        Objects.requireNonNull(epoch, "epoch");
    }

    @Override
    public <R> R accept(CommandHandler<R> handler) {
        return handler.on(this);
    }
}
