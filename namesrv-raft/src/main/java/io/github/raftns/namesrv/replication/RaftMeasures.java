package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.core.NodeMetrics;
import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Sampling;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * JRaft's measures as plain numbers, so that whoever publishes them need not know JRaft or its metrics library: a gauge by its name,
 * a count as {@code name.count}, a distribution as {@code name.p99} beside it. Any thread.
 */
final class RaftMeasures {
    private RaftMeasures() {}

    static SortedMap<String, Double> of(NodeMetrics metrics) {
        SortedMap<String, Double> measures = new TreeMap<>();
        MetricRegistry registry = metrics == null ? null : metrics.getMetricRegistry();
        if (registry != null) {
            registry.getMetrics().forEach((name, metric) -> put(measures, name, metric));
        }
        return measures;
    }

    private static void put(SortedMap<String, Double> measures, String name, Metric metric) {
        if (metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number) {
            measures.put(name, number.doubleValue());
        }
        if (metric instanceof Counting counting) {
            measures.put(name + ".count", (double) counting.getCount());
        }
        if (metric instanceof Sampling sampling) {
            measures.put(name + ".p99", sampling.getSnapshot().get99thPercentile());
        }
    }
}
