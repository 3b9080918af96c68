package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.admission.Gate;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.liveness.LivenessDesk;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.read.StateAudit;
import io.github.raftns.namesrv.view.RouteWindow;
import io.github.raftns.rpc.codec.RegistrationBodyDecoder;
import io.github.raftns.rpc.time.Timers;
import java.util.concurrent.Executor;

/** The rooms and ports that the handlers stand on; filled in by the composition root. */
public record Door(
        NodeFacts facts,
        RouteWindow window,
        LeadershipWatch leadership,
        LeaderAge leaderAge,
        ChangeSubmitter submitter,
        LivenessDesk liveness,
        StateAudit audit,
        RegistrationBodyDecoder decoder,
        Gate gate,
        Timers timers,
        Executor workers,
        NodeMeters meters) {}
