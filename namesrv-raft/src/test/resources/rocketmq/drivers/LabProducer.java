package io.github.raftns.namesrv.robustness.driver;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;

/**
 * A stock producer with its own, default retries that sends numbered messages, one after another.
 * Arguments: NameServer list, topic, number of messages, messages a second (0 = as fast as it goes).
 * First sends unnumbered messages until one succeeds, so that the start of this JVM on a loaded machine is not taken for a failure of
 * the servers; each that does not is a line COLD reason. Then prints READY, one line a message (SENT n, or FAILED n reason when send()
 * threw or said anything but OK), DONE.
 * Compiled at run time against the RocketMQ version it runs on.
 */
public final class LabProducer {
    /** Every second, not every 30: what happens to a NameServer has to show within a run of seconds. */
    private static final int ASK_INTERVAL_MILLIS = 1_000;
    private static final int WARM_UP_SENDS_MAX = 10;

    private LabProducer() {}

    public static void main(String[] args) throws Exception {
        String topic = args[1];
        int count = Integer.parseInt(args[2]);
        int perSecond = Integer.parseInt(args[3]);
        DefaultMQProducer producer = new DefaultMQProducer("lab-producer");
        producer.setNamesrvAddr(args[0]);
        producer.setPollNameServerInterval(ASK_INTERVAL_MILLIS);
        producer.start();
        warmUp(producer, topic);
        System.out.println("READY");
        long begin = System.nanoTime();
        for (int number = 0; number < count; number++) {
            if (perSecond > 0) {
                awaitTurn(begin + number * 1_000_000_000L / perSecond);
            }
            String failure = send(producer, topic, Integer.toString(number));
            System.out.println(failure.isEmpty() ? "SENT " + number : "FAILED " + number + " " + failure);
        }
        System.out.println("DONE");
        producer.shutdown();
    }

    private static void warmUp(DefaultMQProducer producer, String topic) throws InterruptedException {
        for (int left = WARM_UP_SENDS_MAX; left > 0; left--) {
            String failure = send(producer, topic, "warm-up");
            if (failure.isEmpty()) {
                return;
            }
            System.out.println("COLD " + failure);
        }
        throw new IllegalStateException("no message could be sent");
    }

    /** parkNanos may return early, hence the loop. */
    private static void awaitTurn(long turnNanos) {
        long left = turnNanos - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = turnNanos - System.nanoTime();
        }
    }

    /** Why it failed, or nothing. Whatever a stock application would see as a failed send is one, so every exception is caught here. */
    private static String send(DefaultMQProducer producer, String topic, String text) throws InterruptedException {
        try {
            SendResult result = producer.send(new Message(topic, text.getBytes(StandardCharsets.US_ASCII)));
            return result.getSendStatus() == SendStatus.SEND_OK
                    ? ""
                    : result.getSendStatus().toString();
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Exception failure) {
            return failure.toString().replaceAll("\\s+", " ");
        }
    }
}
