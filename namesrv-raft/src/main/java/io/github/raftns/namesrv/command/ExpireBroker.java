package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.Term;
import java.util.Objects;

/**
 * The verdict that a broker's lease ran out.
 *
 * @param epoch the registration that was judged
 * @param term the leadership in which it was judged; the machine refuses it in an entry of another term (design D3)
 */
public record ExpireBroker(BrokerKey broker, Epoch epoch, Term term) implements Command {
    public ExpireBroker {
        Objects.requireNonNull(broker, "broker");
        Objects.requireNonNull(epoch, "epoch");
        Objects.requireNonNull(term, "term");
    }

    @Override
    public <R> R accept(CommandHandler<R> handler) {
        return handler.on(this);
    }
}
