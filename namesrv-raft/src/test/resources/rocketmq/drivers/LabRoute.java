package io.github.raftns.namesrv.robustness.driver;

import java.util.List;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * A cold stock client that asks for the route of a topic exactly once.
 * Arguments: NameServer list, topic. Prints ROUTE ms queues, or NOROUTE ms reason; the time is that of the ask alone.
 * Compiled at run time against the RocketMQ version it runs on.
 */
public final class LabRoute {
    private LabRoute() {}

    public static void main(String[] args) throws Exception {
        DefaultMQProducer client = new DefaultMQProducer("lab-route");
        client.setNamesrvAddr(args[0]);
        client.start();
        long begin = System.nanoTime();
        String answer;
        try {
            List<MessageQueue> queues = client.fetchPublishMessageQueues(args[1]);
            answer = "ROUTE " + millisSince(begin) + " " + queues;
        } catch (Exception failure) {
            // the reason is the result: whatever the client throws at its caller is what an application would see
            answer = "NOROUTE " + millisSince(begin) + " " + failure.toString().replaceAll("\\s+", " ");
        }
        System.out.println(answer);
        client.shutdown();
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000L;
    }
}
