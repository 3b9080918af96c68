package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.machine.DifferenceContract;
import io.github.raftns.namesrv.machine.RegistrationDiffer;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.model.Registration;
import io.github.raftns.rpc.model.TopicTable;
import java.util.List;
import java.util.Optional;

/** The difference that the desk proposes, under the machine's own contract for differences. */
class RegistrationDifferenceContractTest implements DifferenceContract {
    @Override
    public RegistrationDiffer differ() {
        return RegistrationDifferenceContractTest::difference;
    }

    private static Optional<RegisterBroker> difference(
            List<RouteChange> rows, Registration registration, long leaderTimeMillis) {
        RouteWindow window = new RouteWindow();
        window.reset(AppliedPoint.START, rows::forEach);
        RegistrationDifference difference = RegistrationDifference.between(window.view(), registration);
        if (difference.isNone()) {
            return Optional.empty();
        }
        // one that the machine would refuse is proposed here all the same, so that it does
        TopicTable whole = registration.table();
        return Optional.of(new RegisterBroker(
                registration.withTable(new TopicTable(whole.version(), difference.topics(), whole.filterServers())),
                difference.base(),
                true,
                leaderTimeMillis));
    }
}
