package io.github.raftns.namesrv.view;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicConfig;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One topic while a batch of changes is laid over it. Owned by its {@link ViewEdit}.
 *
 * <p>Most brokers report a topic alike; equal reports become one instance, which brings a row down to two references.
 */
final class TopicEdit {
    private final TopicName topic;
    private final TopicEntry before;
    private final List<BrokerName> brokers;
    private final List<ReportedTopic> reports;
    private boolean rowsChanged;
    private boolean brokersChanged;

    /** @param before null when the view does not have the topic */
    TopicEdit(TopicName topic, TopicEntry before) {
        this.topic = before == null ? topic : before.topic();
        this.before = before;
        int rows = before == null ? 1 : before.size() + 1;
        this.brokers = new ArrayList<>(rows);
        this.reports = new ArrayList<>(rows);
        if (before != null) {
            before.forEach((broker, report) -> {
                brokers.add(broker);
                reports.add(report);
            });
        }
    }

    /** @return whether the broker name did not have the topic before */
    boolean put(BrokerName broker, ReportedTopic reported) {
        int found = Collections.binarySearch(brokers, broker);
        if (found >= 0) {
            if (!reports.get(found).equals(reported)) {
                reports.set(found, shared(reported, found));
                rowsChanged = true;
            }
            return false;
        }
        int at = -found - 1;
        ReportedTopic kept = shared(reported, at);
        brokers.add(at, broker);
        reports.add(at, kept);
        rowsChanged = true;
        brokersChanged = true;
        return true;
    }

    /** @return whether the broker name had the topic */
    boolean remove(BrokerName broker) {
        int found = Collections.binarySearch(brokers, broker);
        if (found < 0) {
            return false;
        }
        brokers.remove(found);
        reports.remove(found);
        rowsChanged = true;
        brokersChanged = true;
        return true;
    }

    TopicName topic() {
        return topic;
    }

    boolean isEmpty() {
        return brokers.isEmpty();
    }

    /** Whether a broker name came to the topic or left it. */
    boolean brokersChanged() {
        return brokersChanged;
    }

    /** The entry of before, with its cached bodies, when the rows are what they were. */
    TopicEntry freeze() {
        return rowsChanged
                ? new TopicEntry(topic, brokers.toArray(BrokerName[]::new), reports.toArray(ReportedTopic[]::new))
                : before;
    }

    private ReportedTopic shared(ReportedTopic reported, int at) {
        ReportedTopic kept = likeRow(reported, at - 1);
        if (kept == null) {
            kept = likeRow(reported, at);
        }
        if (kept == null) {
            kept = likeRow(reported, 0);
        }
        return kept == null ? underOneName(reported) : kept;
    }

    private ReportedTopic likeRow(ReportedTopic reported, int index) {
        if (index < 0 || index >= reports.size()) {
            return null;
        }
        ReportedTopic row = reports.get(index);
        if (row.equals(reported)) {
            return row;
        }
        return row.config().equals(reported.config()) ? new ReportedTopic(row.config(), reported.mapping()) : null;
    }

    private ReportedTopic underOneName(ReportedTopic reported) {
        TopicConfig config = reported.config();
        TopicConfig named = new TopicConfig(
                topic, config.readQueues(), config.writeQueues(), config.permission(), config.systemFlags());
        return new ReportedTopic(named, reported.mapping());
    }
}
