package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.rpc.model.Registration;
import java.util.List;
import java.util.Optional;

/** What turns a registration into a difference from a state; {@link DifferenceContract} holds any to the same. */
public interface RegistrationDiffer {
    /**
     * The command that says what the registration changes, naming its base; empty when it changes nothing. A differ that
     * splits gives the first part here, and is asked again for the next one.
     *
     * @param rows of the whole state, as the puts that would make it
     */
    Optional<RegisterBroker> difference(List<RouteChange> rows, Registration registration, long leaderTimeMillis);
}
