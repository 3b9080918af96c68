package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.admission.GateLimits;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.testing.Brokers;
import io.github.raftns.namesrv.view.RouteView;
import io.github.raftns.rpc.message.ClusterInfoRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.TopicListRequest;
import io.github.raftns.rpc.model.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListingHandlerTest {
    private final TestNode node = new TestNode(new GateLimits(8, 16 << 20, 1, 1, 1));

    @Test
    void aSmallListIsAnsweredOnTheEventLoop() {
        node.register(broker("b").with("t1"));
        node.workers.full(true);

        assertThat(node.ask(new TopicListRequest()).answer()).isEqualTo(Response.ok(view().topicList()));
        assertThat(node.ask(new ClusterInfoRequest()).answer()).isEqualTo(Response.ok(view().clusterInfo()));
    }

    @Test
    void aLongListIsEncodedOnAWorkerAndIsQuickFromThenOn() {
        node.register(withManyTopics());
        node.workers.hold();
        RecordedCall first = node.ask(new TopicListRequest());
        assertThat(first.isAnswered()).isFalse();
        assertThat(view().isTopicListEncoded()).isFalse();

        node.workers.release();
        assertThat(first.answer()).isEqualTo(Response.ok(view().topicList()));
        assertThat(text(first)).contains("\"t0\"", "\"t1000\"");

        node.workers.full(true);
        assertThat(node.ask(new TopicListRequest()).answer()).isEqualTo(first.answer());
    }

    @Test
    void aLongListShowsWhatIsThereWhenItIsEncoded() {
        node.register(withManyTopics());
        node.workers.hold();
        RecordedCall call = node.ask(new TopicListRequest());
        node.log.append(new DeleteTopic(new TopicName("t0"), null));
        node.workers.release();

        assertThat(text(call)).doesNotContain("\"t0\"").contains("\"t1\"");
    }

    @Test
    void manyBrokersAreALongListToo() {
        for (int i = 0; i <= ListingHandler.INLINE_MAX; i++) {
            node.register(broker("b" + i));
        }
        node.workers.hold();
        RecordedCall call = node.ask(new ClusterInfoRequest());
        assertThat(call.isAnswered()).isFalse();
        node.workers.release();

        assertThat(call.answer()).isEqualTo(Response.ok(view().clusterInfo()));
    }

    @Test
    void aFullLaneAndFullWorkersAreBusyAndGiveThePermitBack() {
        node.register(withManyTopics());
        node.workers.full(true);
        assertThat(node.ask(new TopicListRequest()).answer()).isEqualTo(OutcomeReply.overloaded());
        node.workers.full(false);
        node.workers.hold();
        RecordedCall first = node.ask(new TopicListRequest());
        assertThat(first.isAnswered()).isFalse();

        assertThat(node.ask(new TopicListRequest()).answer()).isEqualTo(OutcomeReply.overloaded());

        node.workers.release();
        assertThat(first.answer().code()).isZero();
        assertThat(node.count("raftns.sheds", "lane", "listing")).isEqualTo(1);
    }

    private static String text(RecordedCall call) {
        return StandardCharsets.UTF_8.decode(call.answer().body().buffer()).toString();
    }

    private RouteView view() {
        return node.log.window().view();
    }

    private static Brokers withManyTopics() {
        return broker("b")
                .with(IntStream.rangeClosed(0, ListingHandler.INLINE_MAX)
                        .mapToObj(i -> "t" + i)
                        .toArray(String[]::new));
    }
}
