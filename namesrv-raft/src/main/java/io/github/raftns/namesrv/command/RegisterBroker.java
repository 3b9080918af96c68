package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.Registration;
import java.util.Objects;

/**
 * A broker's record, and the topics that differ from the state the leader judged (design D7): added and changed ones, never
 * removed ones.
 *
 * <p>A change too big for one entry goes as several of these for one registration. All but the last carry
 * {@code complete == false} and leave the stored data version as it was, so that a broker whose last part is lost still
 * differs and is registered anew.
 *
 * @param registration who and what; its table holds only the differing topics, or all of them when {@code base} is null
 * @param base what the difference was judged against, null when the table is whole and needs no base
 * @param complete whether this is the last (or only) part
 * @param leaderTimeMillis wall clock of the leader, for people; decides nothing
 */
public record RegisterBroker(Registration registration, Base base, boolean complete, long leaderTimeMillis)
        implements Command {
    public RegisterBroker {
        Objects.requireNonNull(registration, "registration");
    }

    @Override
    public <R> R accept(CommandHandler<R> handler) {
        return handler.on(this);
    }
}
