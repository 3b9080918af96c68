package io.github.raftns.namesrv.robustness.driver;

import java.nio.charset.StandardCharsets;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A stock push consumer that reads a topic from its beginning.
 * Arguments: NameServer list, topic, consumer group.
 * Prints READY, then GOT and the text of every message (again for one delivered again). Runs until it is killed.
 * Compiled at run time against the RocketMQ version it runs on.
 */
public final class LabConsumer {
    /** Every second, not every 30: what happens to a NameServer has to show within a run of seconds. */
    private static final int ASK_INTERVAL_MILLIS = 1_000;

    private LabConsumer() {}

    public static void main(String[] args) throws Exception {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(args[2]);
        consumer.setNamesrvAddr(args[0]);
        consumer.setPollNameServerInterval(ASK_INTERVAL_MILLIS);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe(args[1], "*");
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            for (MessageExt message : messages) {
                System.out.println("GOT " + new String(message.getBody(), StandardCharsets.US_ASCII));
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
        System.out.println("READY");
    }
}
