package io.github.raftns.namesrv.liveness;

import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Proposer;
import io.github.raftns.namesrv.observe.ExpiryResult;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.Term;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proposes expiries, one in flight a broker. It removes nothing itself: the machine judges the epoch and the term again, and
 * the lease goes when the broker has left the view. A verdict without word of its fate is reached anew at the next tick, if it
 * still holds then.
 *
 * <p>Called on the timer thread; outcomes arrive on any thread and touch only the set of what is in flight.
 */
final class Reaper {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);

    private final Proposer proposer;
    private final NodeMeters meters;
    private final Set<BrokerKey> inFlight = ConcurrentHashMap.newKeySet();

    Reaper(Proposer proposer, NodeMeters meters) {
        this.proposer = proposer;
        this.meters = meters;
    }

    void propose(List<Lease> expired, Term term) {
        for (Lease lease : expired) {
            if (inFlight.add(lease.broker())) {
                propose(new ExpireBroker(lease.broker(), lease.epoch(), term));
            }
        }
    }

    private void propose(ExpireBroker verdict) {
        boolean handedOver = false;
        try {
            proposer.propose(verdict, verdict.term()).whenComplete((outcome, fault) -> {
                inFlight.remove(verdict.broker());
                if (fault != null) {
                    LOG.error("the proposer broke its promise never to complete exceptionally", fault);
                    meters.expiry(ExpiryResult.UNDECIDED);
                } else {
                    report(verdict, outcome);
                }
            });
            handedOver = true;
        } finally {
            if (!handedOver) {
                inFlight.remove(verdict.broker()); // or this broker could never expire
            }
        }
    }

    private void report(ExpireBroker verdict, Outcome outcome) {
        ExpiryResult result;
        if (outcome.holds()) {
            result = ExpiryResult.APPLIED;
        } else if (outcome instanceof Outcome.Refused) {
            result = ExpiryResult.REFUSED;
        } else {
            result = ExpiryResult.UNDECIDED;
        }
        meters.expiry(result);
        LOG.info(
                "event=expiry broker={} epoch={} term={} result={} outcome={}",
                verdict.broker(),
                verdict.epoch(),
                verdict.term(),
                result,
                outcome);
    }
}
