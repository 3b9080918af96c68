package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.admission.GateLimits;
import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.namesrv.command.UnregisterBroker;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.message.UnregisterBrokerRequest;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.LogIndex;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnregisterBrokerHandlerTest {
    private static final Response SUCCESS = Response.ok();

    private final TestNode node = new TestNode();
    private final TestPeer elsewhere = new TestPeer();

    @Test
    void aGoodbyeIsAnsweredOnceTheBrokerIsGone() {
        node.register(broker("b").with("t1"));

        assertThat(goodbye(broker("b"), node.peer).answer()).isEqualTo(SUCCESS);
        assertThat(node.log.window().view().brokerCount()).isZero();
    }

    @Test
    void aGoodbyeNamesTheEpochAcknowledgedOnItsConnection() {
        node.register(broker("b"));
        node.log.hold();
        goodbye(broker("b"), node.peer);
        node.log.release();

        assertThat(node.log.entries().get(1))
                .isEqualTo(new UnregisterBroker(broker("b").identity(), new Epoch(1)));
    }

    @Test
    void aRenewalAcknowledgesItsEpochOnItsConnectionToo() {
        node.register(broker("b"));
        node.ask(TestNode.request(broker("b"), 0), elsewhere);
        node.log.append(new UnregisterBroker(broker("b").identity(), new Epoch(1)));
        node.register(broker("b")); // a new process, on another connection
        assertThat(node.log.entries()).hasSize(3);

        assertThat(goodbye(broker("b"), elsewhere).answer()).isEqualTo(SUCCESS);

        assertThat(node.log.entries()).hasSize(3);
        assertThat(node.log.window().view().brokerCount()).isEqualTo(1);
    }

    @Test
    void withoutAnAcknowledgementTheEpochShownHereCounts() {
        node.register(broker("b"));

        assertThat(goodbye(broker("b"), elsewhere).answer()).isEqualTo(SUCCESS);
        assertThat(node.log.window().view().brokerCount()).isZero();
    }

    @Test
    void theMemberIsFoundByAddressWhateverItsId() {
        node.register(broker("b", 1));

        goodbye(broker("b", 7).at("b-1:10911"), elsewhere);

        assertThat(node.log.window().view().brokerCount()).isZero();
    }

    @Test
    void aGoodbyeOfNobodyIsDoneWithoutAnEntry() {
        assertThat(goodbye(broker("b"), node.peer).answer()).isEqualTo(SUCCESS);
        assertThat(node.log.entries()).isEmpty();
    }

    @Test
    void theSameGoodbyeThroughEveryNodeIsDoneEachTime() {
        node.register(broker("b"));
        goodbye(broker("b"), node.peer);

        assertThat(goodbye(broker("b"), node.peer).answer()).isEqualTo(SUCCESS);
        assertThat(node.log.entries()).hasSize(2);
    }

    @Test
    void aGoodbyeThatFindsANewerRegistrationIsDoneAndRemovesNothing() {
        node.register(broker("b"));
        node.log.answerNextWith(new Outcome.Refused(Refusal.STALE_EPOCH, "registered at epoch 9"));
        assertThat(goodbye(broker("b"), node.peer).answer()).isEqualTo(SUCCESS);

        node.log.answerNextWith(new Outcome.Refused(Refusal.UNKNOWN_BROKER, "gone"));
        assertThat(goodbye(broker("b"), node.peer).answer()).isEqualTo(SUCCESS);
    }

    @Test
    void aGoodbyeThatNobodyTookIsAnsweredBeforeItsSenderGivesUp() {
        node.register(broker("b"));
        node.leadership.publish(Nodes.noLeader(2));
        RecordedCall call = goodbye(broker("b"), node.peer);
        assertThat(call.isAnswered()).isFalse();

        node.time.advance(Duration.ofMillis(2_500));

        assertThat(call.answer().code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
        assertThat(node.log.window().view().brokerCount()).isEqualTo(1);
    }

    @Test
    void aFollowersGoodbyeIsForwardedAndAnsweredOnceAppliedHere() {
        node.register(broker("b"));
        node.leadership.publish(Nodes.follows(Nodes.N2, 2));
        RecordedCall call = goodbye(broker("b"), node.peer);
        assertThat(call.isAnswered()).isFalse();

        node.forwarder.forwarded().get(0).word().complete(new Outcome.Applied(new LogIndex(2), 0));

        assertThat(call.answer()).isEqualTo(SUCCESS);
    }

    @Test
    void aFullLaneIsBusyAtOnceAndFreeAgainLater() {
        TestNode small = new TestNode(new GateLimits(8, 1 << 20, 1, 1, 1));
        small.register(broker("a"));
        small.register(broker("b"));
        small.log.hold();
        small.ask(new UnregisterBrokerRequest(broker("a").identity()));

        assertThat(small.ask(new UnregisterBrokerRequest(broker("b").identity()))
                        .answer())
                .isEqualTo(OutcomeReply.overloaded());

        small.log.release();
        assertThat(small.ask(new UnregisterBrokerRequest(broker("b").identity()))
                        .answer())
                .isEqualTo(SUCCESS);
    }

    private RecordedCall goodbye(Brokers broker, TestPeer from) {
        return node.ask(new UnregisterBrokerRequest(broker.identity()), from);
    }
}
