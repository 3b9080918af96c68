package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.admission.Gate;
import io.github.raftns.namesrv.admission.GateLimits;
import io.github.raftns.namesrv.leadership.LeadershipWatch;
import io.github.raftns.namesrv.liveness.LivenessDesk;
import io.github.raftns.namesrv.liveness.LivenessLimits;
import io.github.raftns.namesrv.observe.NodeMeters;
import io.github.raftns.namesrv.read.StateAudit;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.testing.InMemoryLog;
import io.github.raftns.namesrv.testing.ManualTime;
import io.github.raftns.namesrv.testing.ManualWorkers;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.namesrv.testing.ScriptedForwarder;
import io.github.raftns.rpc.codec.BodyLimits;
import io.github.raftns.rpc.codec.RegistrationBodyDecoder;
import io.github.raftns.rpc.message.HeaderForm;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.Request;
import io.github.raftns.rpc.message.RequestHeader;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.ReportedTopic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Node n1 with everything behind its door but the network: the real machine, view, desk and liveness on manual time. It leads. */
final class TestNode {
    /** Ordinal of RocketMQ 5.3.3. */
    private static final int VERSION = 479;

    final InMemoryLog log = new InMemoryLog();
    final ManualTime time = new ManualTime();
    final ManualWorkers workers = new ManualWorkers();
    final LeadershipWatch leadership = new LeadershipWatch();
    final ScriptedForwarder forwarder = new ScriptedForwarder();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final TestPeer peer = new TestPeer();
    final LivenessDesk liveness;
    final Audit audit = new Audit();
    long leaderAgeMillis;
    RuntimeException leaderAgeFault;
    private final RequestRouter router;

    TestNode() {
        this(GateLimits.DEFAULT);
    }

    TestNode(GateLimits gateLimits) {
        leadership.publish(Nodes.leads(Nodes.N1, 1));
        NodeMeters meters = new NodeMeters(registry);
        liveness = new LivenessDesk(
                new LivenessDesk.Ports(
                        Nodes.N1.id(), new ViewRoll(log.window()), leadership, forwarder, log, time, time, meters),
                LivenessLimits.DEFAULT);
        RegistrationDesk desk = new RegistrationDesk(
                new RegistrationDesk.Ports(log.window(), leadership, log, liveness::heard, time, workers, meters),
                DeskLimits.DEFAULT);
        ChangeSubmitter submitter = new ChangeSubmitter(
                new ChangeSubmitter.Ports(
                        Nodes.N1.id(),
                        leadership,
                        desk,
                        forwarder,
                        (policy, timeout) -> CompletableFuture.completedStage(null),
                        time,
                        time,
                        workers,
                        meters),
                SubmitLimits.DEFAULT);
        router = new RequestRouter(
                new Door(
                        new NodeFacts("test", Nodes.N1, 42, "1.0", List.of(Nodes.N1, Nodes.N2, Nodes.N3)),
                        log.window(),
                        leadership,
                        this::leaderAge,
                        submitter,
                        liveness,
                        audit,
                        new RegistrationBodyDecoder(BodyLimits.defaults()),
                        new Gate(gateLimits, meters),
                        time,
                        workers,
                        meters),
                DoorLimits.DEFAULT);
    }

    RecordedCall ask(Request request) {
        return ask(request, peer, false);
    }

    RecordedCall ask(Request request, TestPeer from) {
        return ask(request, from, false);
    }

    RecordedCall askMarked(Request request) {
        return ask(request, peer, true);
    }

    private RecordedCall ask(Request request, TestPeer from, boolean marked) {
        RecordedCall call =
                new RecordedCall(new RequestHeader(0, VERSION, 1, false, HeaderForm.JSON, marked), request, from);
        router.handle(call);
        return call;
    }

    RecordedCall register(Brokers broker) {
        return ask(request(broker, 0));
    }

    double count(String meter, String tag, String value) {
        return registry.counter(meter, tag, value).count();
    }

    static RegisterBrokerRequest request(Brokers broker, long mappingTimestamp) {
        return request(broker, body(broker, mappingTimestamp), 0);
    }

    static RegisterBrokerRequest request(Brokers broker, String body, int crc32) {
        return new RegisterBrokerRequest(
                broker.identity(),
                broker.ha(),
                broker.timeoutMillis(),
                broker.actingMaster(),
                broker.zone(),
                false,
                crc32,
                ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer());
    }

    /** As a 5.x broker writes it, save what a NameServer does not read. */
    static String body(Brokers broker, long mappingTimestamp) {
        String topics = broker.topics().stream().map(TestNode::topic).collect(Collectors.joining(","));
        return "{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":" + version(broker.version())
                + ",\"mappingDataVersion\":{\"counter\":0,\"stateVersion\":0,\"timestamp\":" + mappingTimestamp
                + "},\"topicConfigTable\":{" + topics + "},\"topicQueueMappingDetailMap\":{},"
                + "\"topicQueueMappingInfoMap\":{}}}";
    }

    private static String version(DataVersion version) {
        return "{\"counter\":" + version.counter() + ",\"stateVersion\":" + version.stateVersion() + ",\"timestamp\":"
                + version.timestamp() + "}";
    }

    private static String topic(ReportedTopic topic) {
        return "\"" + topic.name() + "\":{\"attributes\":{},\"order\":false,\"perm\":6,\"readQueueNums\":"
                + topic.config().readQueues() + ",\"topicFilterType\":\"SINGLE_TAG\",\"topicName\":\"" + topic.name()
                + "\",\"topicSysFlag\":0,\"writeQueueNums\":" + topic.config().writeQueues() + "}";
    }

    /** Knows index 5 alone. */
    static final class Audit implements StateAudit {
        @Override
        public Optional<String> digestAt(long index) {
            return index == 5 ? Optional.of("d5") : Optional.empty();
        }

        @Override
        public Range known() {
            return new Range(3, 9);
        }

        @Override
        public Optional<Recount> recount(long index) {
            return index == 5
                    ? Optional.of(new Recount("d5", "r5", "v5", List.of("r0", "r1"), List.of("v0")))
                    : Optional.empty();
        }

        @Override
        public Optional<Bucket> bucket(long index, int bucket) {
            return index == 5
                    ? Optional.of(
                            new Bucket(List.of(new Row("topic/b/t", "d" + bucket)), List.of(new Row("topic/b/u", "e"))))
                    : Optional.empty();
        }
    }

    private long leaderAge() {
        if (leaderAgeFault != null) {
            throw leaderAgeFault;
        }
        return leaderAgeMillis;
    }
}
