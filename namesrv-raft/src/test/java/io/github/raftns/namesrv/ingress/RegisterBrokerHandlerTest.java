package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.admission.GateLimits;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.message.RegisterBrokerRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegisterBrokerHandlerTest {
    private static final Response SUCCESS = Response.ok(new TreeMap<>(), EncodedBody.EMPTY);

    private final TestNode node = new TestNode();

    @Test
    void aNewBrokerIsLoggedAndAnsweredWithEmptyExtFieldsAndNoBody() {
        RecordedCall call = node.register(broker("b").with("t1"));

        assertThat(call.answer()).isEqualTo(SUCCESS);
        assertThat(node.log.window().view().topicCount()).isEqualTo(1);
        assertThat(results("changed")).isEqualTo(1);
        assertThat(heardAge("b")).isZero();
    }

    @Test
    void repeatsAreRecognisedByTheirBytesThoughTheStampInThemChanges() {
        node.register(broker("b").with("t1", "t2"));
        for (int stamp = 1; stamp <= 10; stamp++) {
            RecordedCall call = node.ask(TestNode.request(broker("b").with("t1", "t2"), 1_000 + stamp));
            assertThat(call.answer()).isEqualTo(SUCCESS);
        }

        assertThat(node.log.entries()).hasSize(1);
        assertThat(results("renewal_parsed")).isEqualTo(1); // the first repeat teaches
        assertThat(results("renewal_recognised")).isEqualTo(9);
    }

    @Test
    void aRecognisedRenewalIsASignOfLifeAndNeedsNoWorkerAndNoPermit() {
        TestNode small = new TestNode(new GateLimits(1, 1 << 20, 1, 1, 1));
        small.register(broker("b"));
        small.register(broker("b"));
        small.workers.hold();
        small.register(broker("other")); // takes the only permit
        small.time.advance(Duration.ofSeconds(3));

        assertThat(small.register(broker("b")).answer()).isEqualTo(SUCCESS);
        assertThat(small.liveness
                        .describe(broker("b").identity().key(), new Epoch(1))
                        .heardAgeMillis())
                .isZero();
    }

    @Test
    void fullOneTopicAndSplitFormsAllBecomeKnown() {
        Brokers whole = broker("b").with("t1", "t2", "t3", "t4");
        node.register(whole);
        Brokers[] forms = {whole, whole.with("t2"), whole.with("t1", "t2"), whole.with("t4", "t3"), whole.with()};
        for (int round = 0; round < 5; round++) {
            for (Brokers form : forms) {
                assertThat(node.register(form).answer()).isEqualTo(SUCCESS);
            }
        }

        assertThat(node.log.entries()).hasSize(1);
        assertThat(results("renewal_parsed")).isEqualTo(5);
        assertThat(results("renewal_recognised")).isEqualTo(20);
    }

    @Test
    void whatIsKnownIsForgottenWhenAnyRowOfTheNameChanges() {
        node.register(broker("b").with("t1"));
        node.register(broker("b").with("t1"));
        node.register(broker("b", 1)); // another member of the name
        node.register(broker("b").with("t1"));

        assertThat(results("renewal_recognised")).isZero();
        assertThat(results("renewal_parsed")).isEqualTo(2);
    }

    @Test
    void aBrokerThatLeftIsRegisteredAnewByTheSameBytes() {
        node.register(broker("b").with("t1"));
        node.register(broker("b").with("t1"));
        node.log.append(new UnregisterBroker(broker("b").identity(), new Epoch(1)));

        assertThat(node.register(broker("b").with("t1")).answer()).isEqualTo(SUCCESS);
        assertThat(member("b").epoch()).isEqualTo(new Epoch(3));
    }

    @Test
    void anIncrementalReportIsLoggedWithThatTopicAndItsVersion() {
        node.register(broker("b").with("t1", "t2"));

        node.register(broker("b").versioned(2).with("t3"));

        assertThat(node.log.window().view().topicCount()).isEqualTo(3);
        assertThat(member("b").dataVersion()).isEqualTo(Brokers.version(2));
    }

    @Test
    void theBodyIsCopiedBeforeTheTurnEnds() {
        node.workers.hold();
        byte[] bytes = TestNode.body(broker("b").with("t1"), 0).getBytes(StandardCharsets.UTF_8);
        RegisterBrokerRequest like = TestNode.request(broker("b"), "", 0);
        RecordedCall call = node.ask(new RegisterBrokerRequest(
                like.broker(), like.haServerAddress(), 0, like.actingMaster(), null, false, 0, ByteBuffer.wrap(bytes)));
        Arrays.fill(bytes, (byte) 0); // the buffer goes to the next frame

        node.workers.release();

        assertThat(call.answer()).isEqualTo(SUCCESS);
        assertThat(node.log.window().view().topicCount()).isEqualTo(1);
    }

    @Test
    void aSlaveIsToldItsMasterOfTheSameCluster() {
        node.register(broker("b"));

        Response first = node.register(broker("b", 1)).answer();
        Response renewal = node.register(broker("b", 1)).answer();

        assertThat(first.extFields())
                .isEqualTo(new TreeMap<>(Map.of("masterAddr", "b-0:10911", "haServerAddr", "b-0:10912")));
        assertThat(renewal).isEqualTo(first);
        assertThat(node.register(broker("b", 2).in("c2")).answer().extFields()).isEmpty();
        assertThat(node.register(broker("c", 1)).answer().extFields()).isEmpty();
    }

    @Test
    void aMasterWithoutHaAddressIsToldWithoutIt() {
        node.register(broker("b").ha(null));

        assertThat(node.register(broker("b", 1)).answer().extFields()).containsOnlyKeys("masterAddr");
    }

    @Test
    void aWrongChecksumIsAnsweredInStocksWords() {
        Response answer = node.ask(TestNode.request(broker("b"), TestNode.body(broker("b"), 0), 12345))
                .answer();

        assertThat(answer).isEqualTo(Response.error(ResponseCode.SYSTEM_ERROR, "crc32 not match"));
        assertThat(results("refused")).isEqualTo(1);
        assertThat(node.log.entries()).isEmpty();
    }

    @Test
    void anUnreadableBodyIsAnsweredWithWhatIsWrong() {
        Response answer = node.ask(TestNode.request(broker("b"), "{\"topicConfigSerializeWrapper\":", 0))
                .answer();

        assertThat(answer.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(answer.remark())
                .startsWith("Failed to decode RegisterBrokerBody, ")
                .hasSizeGreaterThan(50);
    }

    @Test
    void aRefusedRegistrationSaysWhy() {
        node.register(broker("b").versioned(new DataVersion(2, 0, 0)));

        Response answer = node.register(broker("b").at("elsewhere:1").versioned(new DataVersion(1, 0, 0)))
                .answer();

        assertThat(answer.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(answer.remark()).contains("newer state version", "b-0:10911");
        assertThat(results("refused")).isEqualTo(1);
    }

    @Test
    void fullWorkersAndAFullGateAreBusy() {
        node.workers.full(true);
        assertThat(node.register(broker("b")).answer()).isEqualTo(OutcomeReply.overloaded());

        TestNode small = new TestNode(new GateLimits(1, 1 << 20, 1, 1, 1));
        small.workers.hold();
        small.register(broker("b"));
        assertThat(small.register(broker("c")).answer()).isEqualTo(OutcomeReply.overloaded());
        small.workers.release();
        assertThat(small.register(broker("c")).answer()).isEqualTo(SUCCESS);
        assertThat(small.count("raftns.sheds", "lane", "registration")).isEqualTo(1);
    }

    @Test
    void everyEndGivesThePermitBack() {
        TestNode small = new TestNode(new GateLimits(1, 1 << 20, 1, 1, 1));
        small.register(broker("b"));
        small.register(broker("b"));
        small.ask(TestNode.request(broker("b"), "nonsense", 0));
        small.workers.full(true);
        small.register(broker("c"));
        small.workers.full(false);
        small.log.answerNextWith(new Outcome.Overloaded("queue"));
        small.register(broker("c"));

        assertThat(small.register(broker("c")).answer()).isEqualTo(SUCCESS);
    }

    @Test
    void aRegistrationIsHeldThroughAnElection() {
        node.leadership.publish(Nodes.noLeader(1));
        RecordedCall call = node.register(broker("b").with("t1"));
        node.time.advance(Duration.ofMillis(4_800));
        assertThat(call.isAnswered()).isFalse();

        node.leadership.publish(Nodes.leads(Nodes.N1, 2));

        assertThat(call.answer()).isEqualTo(SUCCESS);
    }

    @Test
    void withoutALeaderItFailsAfterTheHoldAndSaysSo() {
        node.leadership.publish(Nodes.noLeader(1));
        RecordedCall call = node.register(broker("b"));
        node.time.advance(Duration.ofSeconds(5));

        assertThat(call.answer())
                .isEqualTo(Response.error(ResponseCode.SYSTEM_BUSY, "no leader is known, nothing was changed"));
        assertThat(results("failed")).isEqualTo(1);
    }

    @Test
    void aFollowerStillRecognisesRenewalsWithoutALeader() {
        node.register(broker("b").with("t1"));
        node.register(broker("b").with("t1"));
        node.leadership.publish(Nodes.noLeader(2));

        assertThat(node.register(broker("b").with("t1")).answer()).isEqualTo(SUCCESS);
    }

    @Test
    void aNodeThatLagsBehindItsLeaderAsksItAboutRenewals() {
        node.register(broker("b").with("t1"));
        node.register(broker("b").with("t1"));
        node.leadership.publish(Nodes.follows(Nodes.N2, 2));
        node.leaderAgeMillis = 1_001;
        RecordedCall call = node.register(broker("b").with("t1"));
        assertThat(call.isAnswered()).isFalse();

        // the broker had gone; this node did not know
        node.log.append(new UnregisterBroker(broker("b").identity(), new Epoch(1)));
        Brokers comesBack = broker("b").with("t1").filters(FilterServers.of(List.of()));
        node.log.append(new RegisterBroker(comesBack.registration(), null, true, 0));
        node.forwarder.forwarded().get(0).word().complete(new Outcome.Applied(new LogIndex(3), 0));

        assertThat(call.answer()).isEqualTo(SUCCESS);
        node.leaderAgeMillis = 1_000;
        assertThat(node.register(broker("b").with("t1")).answer()).isEqualTo(SUCCESS);
        assertThat(node.forwarder.forwarded()).hasSize(1);
    }

    @Test
    void aFollowerForwardsAChangeAndAnswersWhenItIsApplied() {
        node.leadership.publish(Nodes.follows(Nodes.N2, 1));
        RecordedCall call = node.register(broker("b").with("t1"));
        assertThat(call.isAnswered()).isFalse();

        node.forwarder.forwarded().get(0).word().complete(new Outcome.Applied(new LogIndex(1), 0));

        assertThat(call.answer()).isEqualTo(SUCCESS);
    }

    @Test
    void aMarkedReplyNamesTheCutThatShowsTheChange() {
        Response answer = node.askMarked(TestNode.request(broker("b"), 0)).answer();

        assertThat(answer.extFields())
                .containsEntry("raftnsIndex", "1")
                .containsEntry("raftnsNode", "n1")
                .containsEntry("raftnsTerm", "1")
                .containsEntry("raftnsAge", "0")
                .containsEntry("raftnsLeader", "n1@127.0.0.1:9877");
    }

    @Test
    void manyFormsOfOneBrokerStayWithinTheirLimit() {
        String[] names = IntStream.range(0, 200).mapToObj(i -> "t" + i).toArray(String[]::new);
        node.register(broker("b").with(names));
        for (String name : names) {
            node.register(broker("b").with(name));
        }
        assertThat(results("renewal_parsed")).isEqualTo(200);

        node.register(broker("b").with("t199"));
        node.register(broker("b").with("t0"));

        assertThat(results("renewal_recognised")).isEqualTo(1);
        assertThat(results("renewal_parsed")).isEqualTo(201);
    }

    private MemberRecord member(String name) {
        BrokerKey key = broker(name).identity().key();
        return node.log.window().view().member(key);
    }

    private long heardAge(String name) {
        return node.liveness
                .describe(broker(name).identity().key(), member(name).epoch())
                .heardAgeMillis();
    }

    private double results(String result) {
        return node.count("raftns.registrations", "result", result);
    }
}
