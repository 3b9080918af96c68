package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static io.github.raftns.namesrv.testing.Brokers.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.message.ClusterInfoRequest;
import io.github.raftns.rpc.message.HeartbeatRequest;
import io.github.raftns.rpc.message.InvalidRequest;
import io.github.raftns.rpc.message.MemberGroupRequest;
import io.github.raftns.rpc.message.QueryDataVersionRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.message.TopicListRequest;
import io.github.raftns.rpc.message.UnsupportedRequest;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.Epoch;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RequestRouterTest {
    private final TestNode node = new TestNode();

    @Test
    void anUnknownCodeIsAnsweredInStocksWords() {
        assertThat(node.ask(new UnsupportedRequest(9999)).answer())
                .isEqualTo(Response.error(3, " request type 9999 not supported"));
    }

    @Test
    void aRequestThatMakesNoSenseIsToldWhy() {
        assertThat(node.ask(new InvalidRequest(103, "brokerId is missing")).answer())
                .isEqualTo(Response.error(ResponseCode.SYSTEM_ERROR, "brokerId is missing"));
    }

    @Test
    void aLookupWithoutAPossibleTopicFindsNoneAndIsNoError() {
        node.leaderAgeMillis = -1; // however stale this node is

        Response answer = node.ask(new InvalidRequest(105, "topic is missing")).answer();

        assertThat(answer.code()).isEqualTo(ResponseCode.TOPIC_NOT_EXIST);
        assertThat(answer.remark()).contains("topic is missing");
    }

    @Test
    void clustersTopicsAndMembersComeFromTheView() {
        node.register(broker("b").with("t1"));

        assertThat(node.ask(new ClusterInfoRequest()).answer())
                .isEqualTo(Response.ok(node.log.window().view().clusterInfo()));
        assertThat(node.ask(new TopicListRequest()).answer().body().toString()).contains("t1");
        Response members = node.ask(new MemberGroupRequest(new ClusterName("c1"), new BrokerName("b")))
                .answer();
        assertThat(members.code()).isZero();
        assertThat(members.body().toString()).contains("b-0:10911");
    }

    @Test
    void aHeartbeatIsASignOfLifeOfTheBrokerAtItsAddress() {
        node.register(broker("b"));
        node.time.advance(Duration.ofSeconds(5));

        Response answer = heartbeat("c1", "b-0:10911").answer();

        assertThat(answer).isEqualTo(Response.ok());
        assertThat(heardAge()).isZero();
    }

    @Test
    void aHeartbeatOfAnotherClusterOrAddressIsAnsweredAndNothingElse() {
        node.register(broker("b"));
        node.time.advance(Duration.ofSeconds(5));

        assertThat(heartbeat("c2", "b-0:10911").answer()).isEqualTo(Response.ok());
        assertThat(heartbeat("c1", "elsewhere:1").answer()).isEqualTo(Response.ok());

        assertThat(heardAge()).isEqualTo(5_000);
        assertThat(node.log.entries()).hasSize(1);
    }

    @Test
    void theSameDataVersionIsUnchangedAndASignOfLife() {
        node.register(broker("b"));
        node.time.advance(Duration.ofSeconds(5));

        Response answer = node.ask(new QueryDataVersionRequest(broker("b").identity(), version(1)))
                .answer();

        assertThat(answer.extFields()).isEqualTo(new TreeMap<>(Map.of("changed", "false")));
        assertThat(answer.body())
                .isEqualTo(EncodedBody.utf8("{\"counter\":1,\"stateVersion\":0,\"timestamp\":1700000000000}"));
        assertThat(heardAge()).isZero();
    }

    @Test
    void anotherDataVersionIsChangedAndASignOfLifeAllTheSame() {
        node.register(broker("b"));
        node.time.advance(Duration.ofSeconds(5));

        Response answer = node.ask(new QueryDataVersionRequest(broker("b").identity(), version(2)))
                .answer();

        assertThat(answer.extFields()).containsEntry("changed", "true");
        assertThat(answer.body().isEmpty()).isFalse();
        assertThat(heardAge()).isZero();
    }

    @Test
    void noDataVersionIsChanged() {
        node.register(broker("b"));

        assertThat(node.ask(new QueryDataVersionRequest(broker("b").identity(), null))
                        .answer()
                        .extFields())
                .containsEntry("changed", "true");
    }

    @Test
    void aBrokerNobodyKnowsIsChangedAndHasNoVersion() {
        Response answer = node.ask(new QueryDataVersionRequest(broker("b").identity(), version(1)))
                .answer();

        assertThat(answer.extFields()).containsEntry("changed", "true");
        assertThat(answer.body().isEmpty()).isTrue();
        assertThat(node.log.entries()).isEmpty();
    }

    private RecordedCall heartbeat(String cluster, String address) {
        return node.ask(
                new HeartbeatRequest(new ClusterName(cluster), new BrokerName("b"), new BrokerAddress(address)));
    }

    private long heardAge() {
        return node.liveness
                .describe(broker("b").identity().key(), new Epoch(1))
                .heardAgeMillis();
    }
}
