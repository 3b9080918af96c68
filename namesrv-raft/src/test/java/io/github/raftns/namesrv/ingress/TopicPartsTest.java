package io.github.raftns.namesrv.ingress;

import static io.github.raftns.namesrv.testing.Brokers.broker;
import static io.github.raftns.namesrv.testing.Brokers.topics;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.CommandCodec;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Permission;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicMapping;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TopicPartsTest {
    /** What an entry has beside its topics, generously. */
    private static final int FRAME_BYTES = 1_024;

    @Test
    void whatFitsGoesInOnePart() {
        assertThat(TopicParts.fitting(topics("t1", "t2"), 1_000)).isEqualTo(2);
        assertThat(TopicParts.fitting(List.of(), 1)).isZero();
    }

    @Test
    void aPartHasAtLeastOneTopic() {
        assertThat(TopicParts.fitting(topics("t1", "t2"), 1)).isEqualTo(1);
    }

    @Test
    void noEncodedPartIsBiggerThanWasAllowed() {
        int allowed = 16 << 10;
        List<ReportedTopic> left = worstTopics();
        int parts = 0;
        while (!left.isEmpty()) {
            int part = TopicParts.fitting(left, allowed);
            byte[] entry = CommandCodec.encode(new RegisterBroker(
                    broker("b").with(left.subList(0, part)).registration(), null, false, Long.MAX_VALUE));
            assertThat(entry.length).isLessThanOrEqualTo(allowed + FRAME_BYTES);
            assertThat(part).as("parts are not needlessly small").isGreaterThan(1);
            left = left.subList(part, left.size());
            parts++;
        }
        assertThat(parts).isGreaterThan(5);
    }

    /** The longest encodings: three bytes a character, negative numbers, mappings. */
    private static List<ReportedTopic> worstTopics() {
        List<ReportedTopic> topics = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            TopicName name = new TopicName("\u4E2D".repeat(20) + (char) ('\u4E00' + i));
            SortedMap<Integer, Integer> queues = new TreeMap<>();
            for (int queue = 1; queue <= 8; queue++) {
                queues.put(-queue, Integer.MIN_VALUE);
            }
            topics.add(new ReportedTopic(
                    new TopicConfig(name, -1, -1, new Permission(-1), -1),
                    new TopicMapping(name, new BrokerName("\u4E2D"), "\u4E2D", -1, -1L, true, queues)));
        }
        return topics;
    }
}
