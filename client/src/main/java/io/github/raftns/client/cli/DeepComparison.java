package io.github.raftns.client.cli;

import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.wire.BucketReply;
import io.github.raftns.rpc.wire.MarkReply;
import io.github.raftns.rpc.wire.RecountReply;
import io.github.raftns.rpc.wire.RowDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every node's state at one mark, counted anew from the rows in storage and from the view that lookups are answered from, and
 * compared row by row where the counts differ.
 *
 * @param recounts by node; nodes in the survey's order
 * @param rows the rows that are not the same everywhere, by key
 * @param problems nodes that could not be recounted, one line each
 */
record DeepComparison(
        long index, Map<Survey.Present, RecountReply> recounts, List<DifferingRow> rows, List<String> problems) {
    /** A node that lags gets ten seconds to reach the mark. */
    private static final int ATTEMPTS = 50;

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);

    /** One of the two things that are counted on each node. */
    record Holder(Survey.Present node, Source source) {}

    enum Source {
        ROWS("rows"),
        VIEW("view");

        private final String text;

        Source(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * A row that is not the same everywhere.
     *
     * @param held the row's digest by holder, empty where there is no such row
     */
    record DifferingRow(String key, Map<Holder, String> held) {
        /** By node, rows before view. */
        List<Holder> odd() {
            return Majority.odd(held).stream()
                    .sorted(Comparator.comparing(
                                    (Holder holder) -> holder.node().id(), Survey.BY_ID)
                            .thenComparing(Holder::source))
                    .toList();
        }
    }

    static DeepComparison run(Nodes nodes, Survey survey) throws CliFailure {
        List<String> problems = new ArrayList<>();
        long index = mark(nodes, survey);
        Map<Survey.Present, RecountReply> recounts = recount(nodes, survey, index, problems);
        SortedMap<String, Map<Holder, String>> held = new TreeMap<>();
        for (int bucket : differingBuckets(recounts)) {
            readBucket(nodes, index, bucket, recounts.keySet(), held, problems);
        }
        List<DifferingRow> rows = new ArrayList<>();
        held.forEach((key, values) -> {
            if (!Majority.odd(values).isEmpty()) {
                rows.add(new DifferingRow(key, values));
            }
        });
        return new DeepComparison(index, recounts, List.copyOf(rows), List.copyOf(problems));
    }

    /** What differs, one line each; names node, index and key of every differing row. */
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        Map<Survey.Present, String> running = new LinkedHashMap<>();
        recounts.forEach((node, recount) -> {
            running.put(node, recount.getRunningDigest());
            if (!recount.getRunningDigest().equals(recount.getRowsDigest())) {
                findings.add(node.name() + " carries another digest at index " + index + " than its rows have: "
                        + recount.getRunningDigest() + " and " + recount.getRowsDigest());
            }
            if (!recount.getViewDigest().equals(recount.getRowsDigest())) {
                findings.add(node.name() + " answers lookups at index " + index + " from a view that is not its rows: "
                        + recount.getViewDigest() + " and " + recount.getRowsDigest());
            }
        });
        Majority.odd(running)
                .forEach(node -> findings.add(node.name() + " differs at index " + index + ": digest "
                        + running.get(node) + (Majority.of(running.values()).isPresent() ? "" : ", and no majority")));
        for (DifferingRow row : rows) {
            String expected = Majority.of(row.held().values())
                    .map(value -> "the majority has " + (value.isEmpty() ? "no such row" : value))
                    .orElse("no majority");
            for (Holder odd : row.odd()) {
                String value = row.held().get(odd);
                findings.add(odd.node().name() + " differs at index " + index + " in " + row.key() + ", " + odd.source()
                        + ": " + (value.isEmpty() ? "no such row" : value) + "; " + expected);
            }
        }
        return findings;
    }

    private static long mark(Nodes nodes, Survey survey) throws CliFailure {
        List<Survey.Present> order = new ArrayList<>();
        survey.leader().ifPresent(order::add);
        survey.present().stream().filter(node -> !order.contains(node)).forEach(order::add);
        List<String> refused = new ArrayList<>();
        for (Survey.Present node : order) {
            Answer<MarkReply> answer = nodes.ask(node.address(), NodeConnection::mark);
            if (answer.given()) {
                return answer.value().getIndex();
            }
            refused.add(node.name() + ": " + answer.problem());
        }
        throw new CliFailure("no mark could be written to the log: " + String.join("; ", refused));
    }

    private static Map<Survey.Present, RecountReply> recount(
            Nodes nodes, Survey survey, long index, List<String> problems) {
        Map<Survey.Present, RecountReply> done = new LinkedHashMap<>();
        survey.present().forEach(node -> done.put(node, null)); // keeps the order
        List<Survey.Present> left = new ArrayList<>(survey.present());
        for (int attempt = 0; attempt < ATTEMPTS && !left.isEmpty(); attempt++) {
            if (attempt > 0) {
                nodes.pause(BETWEEN_ATTEMPTS);
            }
            List<Survey.Present> asked = List.copyOf(left);
            List<Answer<RecountReply>> answers =
                    nodes.askAll(asked.stream().map(Survey.Present::address).toList(), node -> node.recount(index));
            for (int i = 0; i < asked.size(); i++) {
                Answer<RecountReply> answer = answers.get(i);
                if (!answer.given()) {
                    problems.add(asked.get(i).name() + " could not be recounted: " + answer.problem());
                    left.remove(asked.get(i));
                } else if (answer.value().getKnown()) {
                    done.put(asked.get(i), answer.value());
                    left.remove(asked.get(i));
                }
            }
        }
        left.forEach(node -> problems.add(node.name() + " has no state of index " + index
                + ": it has not applied it yet, or keeps it no longer"));
        done.values().removeIf(recount -> recount == null);
        return done;
    }

    /** Buckets that are not the same in the rows and the views of all nodes. */
    private static SortedSet<Integer> differingBuckets(Map<Survey.Present, RecountReply> recounts) {
        SortedMap<Integer, Set<String>> values = new TreeMap<>();
        int holders = 0;
        Map<Integer, Integer> seen = new TreeMap<>();
        for (RecountReply recount : recounts.values()) {
            for (List<String> buckets :
                    List.<List<String>>of(recount.getRowBucketsList(), recount.getViewBucketsList())) {
                holders++;
                for (int i = 0; i < buckets.size(); i++) {
                    values.computeIfAbsent(i, bucket -> new TreeSet<>()).add(buckets.get(i));
                    seen.merge(i, 1, Integer::sum);
                }
            }
        }
        SortedSet<Integer> differing = new TreeSet<>();
        for (Map.Entry<Integer, Set<String>> bucket : values.entrySet()) {
            if (bucket.getValue().size() > 1 || seen.get(bucket.getKey()) < holders) {
                differing.add(bucket.getKey());
            }
        }
        return differing;
    }

    private static void readBucket(
            Nodes nodes,
            long index,
            int bucket,
            Set<Survey.Present> from,
            SortedMap<String, Map<Holder, String>> held,
            List<String> problems) {
        List<Survey.Present> asked = List.copyOf(from);
        List<Answer<BucketReply>> answers =
                nodes.askAll(asked.stream().map(Survey.Present::address).toList(), node -> node.bucket(index, bucket));
        Map<Holder, List<RowDigest>> read = new LinkedHashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            Answer<BucketReply> answer = answers.get(i);
            if (answer.given() && answer.value().getKnown()) {
                read.put(new Holder(asked.get(i), Source.ROWS), answer.value().getRowsList());
                read.put(new Holder(asked.get(i), Source.VIEW), answer.value().getViewRowsList());
            } else {
                problems.add(asked.get(i).name() + " did not name the rows of bucket " + bucket + " at index " + index
                        + ": " + (answer.given() ? "it keeps that state no longer" : answer.problem()));
            }
        }
        // A changed row has another digest, and so, mostly, another bucket: the key's value is put together over all of
        // them.
        for (Map.Entry<Holder, List<RowDigest>> holder : read.entrySet()) {
            for (RowDigest row : holder.getValue()) {
                held.computeIfAbsent(row.getKey(), key -> new LinkedHashMap<>()).put(holder.getKey(), row.getDigest());
            }
        }
        for (Map<Holder, String> values : held.values()) {
            read.keySet().forEach(holder -> values.putIfAbsent(holder, ""));
        }
    }
}
