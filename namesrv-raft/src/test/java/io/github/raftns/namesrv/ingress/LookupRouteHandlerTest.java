package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.testing.Nodes;
import io.github.raftns.rpc.message.LookupRouteRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.TopicName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookupRouteHandlerTest {
    private final TestNode node = new TestNode();

    @Test
    void aKnownTopicIsAnsweredWithTheBytesOfTheView() {
        node.register(broker("b").with("t1"));

        assertThat(lookUp("t1").answer())
                .isEqualTo(Response.ok(node.log
                        .window()
                        .view()
                        .route(new TopicName("t1"), false, null)
                        .orElseThrow()));
        assertThat(node.ask(new LookupRouteRequest(new TopicName("t1"), true, null))
                        .answer()
                        .body())
                .isNotEqualTo(lookUp("t1").answer().body());
    }

    @Test
    void anUnknownTopicIsAnsweredInStocksWords() {
        Response answer = lookUp("t9").answer();

        assertThat(answer)
                .isEqualTo(Response.error(
                        ResponseCode.TOPIC_NOT_EXIST,
                        "No topic route info in name server for the topic: t9\nSee "
                                + "https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details."));
        assertThat(results("unknown_topic")).isEqualTo(1);
    }

    @Test
    void aKnownTopicIsAnsweredHoweverStaleThisNodeIs() {
        node.register(broker("b").with("t1"));
        node.leadership.publish(Nodes.noLeader(2));
        node.leaderAgeMillis = 3_600_000;

        assertThat(lookUp("t1").answer().code()).isZero();
    }

    @Test
    void anUnknownTopicIsSureToBeUnknownUpToTheStalenessLimit() {
        node.leaderAgeMillis = 10_000;

        assertThat(lookUp("t9").answer().code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
    }

    @Test
    void aStaleNodeHoldsAnUnknownTopicAndClosesInsteadOfAnswering() {
        node.leaderAgeMillis = 10_001;
        RecordedCall call = lookUp("t9");
        node.time.advance(Duration.ofMillis(1_999));
        assertThat(call.isAnswered() || call.isClosed()).isFalse();

        node.time.advance(Duration.ofMillis(1));

        assertThat(call.isClosed()).isTrue();
        assertThat(call.isAnswered()).isFalse();
        assertThat(results("held")).isEqualTo(1);
        assertThat(results("closed")).isEqualTo(1);
    }

    /** Any error code would make a stock producer create the topic elsewhere. */
    @Test
    void aFaultClosesInsteadOfAnsweringAnError() {
        node.leaderAgeFault = new IllegalStateException("a fault of ours");

        RecordedCall call = lookUp("t9");

        assertThat(call.isClosed()).isTrue();
        assertThat(call.isAnswered()).isFalse();
    }

    @Test
    void aNodeThatNeverHeardALeaderIsStale() {
        node.leaderAgeMillis = -1;
        RecordedCall call = lookUp("t9");
        node.time.advance(Duration.ofSeconds(2));

        assertThat(call.isClosed()).isTrue();
    }

    @Test
    void aTopicThatTurnsUpDuringTheHoldIsAnswered() {
        node.leaderAgeMillis = 60_000;
        RecordedCall call = lookUp("t1");
        node.register(broker("b").with("t1"));
        node.time.advance(Duration.ofSeconds(2));

        assertThat(call.answer().code()).isZero();
    }

    @Test
    void aLeaderThatTurnsUpDuringTheHoldMakesTheAnswerSure() {
        node.leaderAgeMillis = 60_000;
        RecordedCall call = lookUp("t9");
        node.leaderAgeMillis = 0;
        node.time.advance(Duration.ofSeconds(2));

        assertThat(call.answer().code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
    }

    @Test
    void aMarkedAnswerNamesTheCutItWasReadFromAndAnUnmarkedOneNothing() {
        node.register(broker("b").with("t1"));
        LookupRouteRequest request = new LookupRouteRequest(new TopicName("t1"), true, null);
        node.leadership.publish(Nodes.noLeader(4));
        node.leaderAgeMillis = 1_234;

        assertThat(node.askMarked(request).answer().extFields())
                .containsEntry("raftnsIndex", "1")
                .containsEntry("raftnsTerm", "4")
                .containsEntry("raftnsAge", "1234")
                .doesNotContainKey("raftnsLeader");
        assertThat(node.ask(request).answer().extFields()).isNull();
    }

    private RecordedCall lookUp(String topic) {
        return node.ask(new LookupRouteRequest(new TopicName(topic), false, null));
    }

    private double results(String result) {
        return node.count("raftns.lookups", "result", result);
    }
}
