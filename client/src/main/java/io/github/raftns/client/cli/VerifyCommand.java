package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Whether all nodes hold the same state. */
@Command(
        name = "verify",
        description = {
            "Compares the state digests of all nodes at one common index.",
            "Exits with 1 when they differ or a node cannot be asked."
        })
final class VerifyCommand implements Callable<Integer> {
    @ParentCommand
    private NsMain ns;

    @Option(
            names = "--deep",
            description =
                    "Also count every node's state anew at a mark in the log, from its rows and from what it answers "
                            + "lookups from, and name every row that is not the same everywhere.")
    private boolean deep;

    VerifyCommand() {}

    @Override
    public Integer call() throws CliFailure {
        CommonDigest common;
        DeepComparison recounted = null;
        try (Nodes nodes = ns.connect()) {
            common = CommonDigest.find(nodes, ns);
            if (deep) {
                recounted = DeepComparison.run(nodes, common.survey());
            }
        }
        List<String> problems = problems(common, recounted);
        if (ns.json()) {
            DeepComparison comparison = recounted;
            Json.print(ns.out(), json -> write(json, common, comparison, problems));
        } else {
            print(common, recounted);
            if (problems.isEmpty()) {
                ns.out().println("equal on " + common.digests().size() + " nodes");
            }
        }
        problems.forEach(ns::note);
        return problems.isEmpty() ? 0 : 1;
    }

    private static List<String> problems(CommonDigest common, DeepComparison recounted) {
        List<String> problems = new ArrayList<>();
        common.survey().absent().forEach(node -> problems.add(node.name() + " cannot be asked: " + node.problem()));
        common.survey().mixedClusters().ifPresent(problems::add);
        boolean majority = Majority.of(common.digests().values()).isPresent();
        for (Survey.Present node : Majority.odd(common.digests())) {
            problems.add(node.name() + " differs at index " + common.index() + ": digest "
                    + common.digests().get(node) + (majority ? "" : ", and no majority"));
        }
        if (recounted != null) {
            problems.addAll(recounted.problems());
            problems.addAll(recounted.findings());
        }
        return problems;
    }

    private void print(CommonDigest common, DeepComparison recounted) {
        PrintWriter out = ns.out();
        out.println("index " + common.index());
        Table digests = new Table("NODE", "ADDRESS", "DIGEST");
        common.digests().forEach((node, digest) -> digests.row(node.id(), node.address(), digest));
        digests.printTo(out);
        if (recounted != null) {
            out.println("recounted at index " + recounted.index());
            Table recounts = new Table("NODE", "RUNNING", "ROWS", "VIEW");
            recounted
                    .recounts()
                    .forEach((node, recount) -> recounts.row(
                            node.id(), recount.getRunningDigest(), recount.getRowsDigest(), recount.getViewDigest()));
            recounts.printTo(out);
        }
    }

    private static void write(JsonGenerator json, CommonDigest common, DeepComparison recounted, List<String> problems)
            throws IOException {
        json.writeStartObject();
        json.writeBooleanField("equal", problems.isEmpty());
        json.writeNumberField("index", common.index());
        json.writeArrayFieldStart("nodes");
        for (Map.Entry<Survey.Present, String> entry : common.digests().entrySet()) {
            json.writeStartObject();
            json.writeStringField("node", entry.getKey().id());
            json.writeStringField("address", entry.getKey().address().toString());
            json.writeStringField("digest", entry.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (recounted != null) {
            json.writeFieldName("deep");
            writeDeep(json, recounted);
        }
        json.writeArrayFieldStart("problems");
        for (String problem : problems) {
            json.writeString(problem);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeDeep(JsonGenerator json, DeepComparison recounted) throws IOException {
        json.writeStartObject();
        json.writeNumberField("index", recounted.index());
        json.writeArrayFieldStart("nodes");
        for (var entry : recounted.recounts().entrySet()) {
            json.writeStartObject();
            json.writeStringField("node", entry.getKey().id());
            json.writeStringField("running", entry.getValue().getRunningDigest());
            json.writeStringField("rows", entry.getValue().getRowsDigest());
            json.writeStringField("view", entry.getValue().getViewDigest());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("rows");
        for (DeepComparison.DifferingRow row : recounted.rows()) {
            json.writeStartObject();
            json.writeStringField("key", row.key());
            json.writeArrayFieldStart("odd");
            for (DeepComparison.Holder odd : row.odd()) {
                json.writeStartObject();
                json.writeStringField("node", odd.node().id());
                json.writeStringField("source", odd.source().toString());
                json.writeStringField("digest", row.held().get(odd));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
