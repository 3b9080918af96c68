package io.github.raftns.namesrv.view;

import static io.github.raftns.namesrv.view.Rows.at;
import static io.github.raftns.namesrv.view.Rows.group;
import static io.github.raftns.namesrv.view.Rows.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three million rows. Times are reported, not asserted: they say what the machine was doing. */
class RouteViewScaleTest {
    private static final Logger LOG = LoggerFactory.getLogger(RouteViewScaleTest.class);
    private static final int TOPICS = 200_000;
    private static final int BROKERS = 15;
    private static final int ONE_BY_ONE = 2_000;
    private static final int NEW_TOPICS = 60_000;

    @Test
    void threeMillionRowsAreBuiltChangedAndAsked() {
        RouteWindow window = new RouteWindow();
        long start = System.nanoTime();
        window.reset(at(1), RouteViewScaleTest::rows);
        report("reset of 3,000,000 rows, ms", start, 1_000_000);
        assertThat(window.view().topicCount()).isEqualTo(TOPICS);
        assertThat(window.view().group(new BrokerName("broker-7")).topicCount()).isEqualTo(TOPICS);

        start = System.nanoTime();
        for (int i = 0; i < ONE_BY_ONE; i++) {
            window.publish(
                    at(2 + i),
                    List.of(group("broker-7", "CL", 2 + i, false), Rows.topic("broker-7", topicName(i), 8, 6)));
        }
        report("publish of one topic, ns", start, ONE_BY_ONE);
        assertThat(window.view()
                        .topic(new BrokerName("broker-7"), new TopicName(topicName(ONE_BY_ONE - 1)))
                        .config()
                        .readQueues())
                .isEqualTo(8);
        assertThat(window.view()
                        .topic(new BrokerName("broker-7"), new TopicName(topicName(ONE_BY_ONE)))
                        .config()
                        .readQueues())
                .isEqualTo(4);

        List<RouteChange> registration =
                new ArrayList<>(List.of(group("new"), member("new", 0, "h:1").put()));
        for (int i = 0; i < NEW_TOPICS; i++) {
            registration.add(Rows.topic("new", topicName(i), 4, 6));
        }
        start = System.nanoTime();
        window.publish(at(10_000), registration);
        report("publish of a registration of 60,000 topics, ms", start, 1_000_000);
        assertThat(window.view().group(new BrokerName("new")).topicCount()).isEqualTo(NEW_TOPICS);

        RouteView view = window.view();
        List<TopicName> asked = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            asked.add(new TopicName(topicName(i * 7)));
        }
        for (String pass : List.of("first lookup, ns", "lookup of a cached body, ns")) {
            long bytes = 0;
            start = System.nanoTime();
            for (TopicName topic : asked) {
                bytes += view.route(topic, true, null).orElseThrow().length();
            }
            report(pass, start, asked.size());
            assertThat(bytes).isGreaterThan(asked.size() * 1_000L);
        }

        start = System.nanoTime();
        assertThat(view.topicList().length()).isGreaterThan(TOPICS * 10);
        report("first list of all topics, ms", start, 1_000_000);
    }

    /** In the order of a store: group by group. */
    private static void rows(Consumer<RouteChange> sink) {
        for (int b = 0; b < BROKERS; b++) {
            sink.accept(group("broker-" + b));
            sink.accept(member("broker-" + b, 0, "10.0.0." + b + ":10911").put());
            for (int t = 0; t < TOPICS; t++) {
                sink.accept(Rows.topic("broker-" + b, topicName(t), 4, 6));
            }
        }
    }

    private static String topicName(int number) {
        return "topic-of-some-length-" + number;
    }

    private static void report(String what, long start, long divisor) {
        LOG.info("{}: {}", what, (System.nanoTime() - start) / divisor);
    }
}
