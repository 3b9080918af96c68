package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.raftns.rpc.wire.NodeStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** What every node says of itself. */
@Command(
        name = "status",
        description = {
            "What every node says of itself: role, term, applied index, state digest.",
            "Exits with 1 when a node cannot be reached or none leads."
        })
final class StatusCommand implements Callable<Integer> {
    /** Enough to see by eye whether two are equal; 'verify' and --json show all 32. */
    private static final int DIGEST_DIGITS_SHOWN = 16;

    @ParentCommand
    private NsMain ns;

    StatusCommand() {}

    @Override
    public Integer call() {
        Survey survey;
        try (Nodes nodes = ns.connect()) {
            survey = Survey.take(nodes, ns.addresses());
        }
        if (ns.json()) {
            Json.print(ns.out(), json -> write(json, survey));
        } else {
            print(survey);
        }
        survey.findings().forEach(ns::note);
        return survey.findings().isEmpty() ? 0 : 1;
    }

    private void print(Survey survey) {
        List<String> headers = new ArrayList<>(List.of(
                "NODE", "ADDRESS", "PROCESS", "ROLE", "TERM", "LEADER", "APPLIED", "DIGEST", "CONTACT", "BROKERS",
                "TOPICS"));
        boolean someAbsent = !survey.absent().isEmpty();
        if (someAbsent) {
            headers.add("PROBLEM");
        }
        Table table = new Table(headers);
        for (Survey.Present node : survey.present()) {
            NodeStatus status = node.status();
            String digest = status.getDigest();
            List<Object> row = new ArrayList<>(List.of(
                    node.id(),
                    node.address(),
                    status.getProcessId(),
                    status.getRole(),
                    status.getTerm(),
                    status.getLeaderId(),
                    status.getAppliedIndex(),
                    digest.substring(0, Math.min(DIGEST_DIGITS_SHOWN, digest.length())),
                    Ages.text(status.getLeaderAgeMillis()),
                    status.getBrokers(),
                    status.getTopics()));
            if (someAbsent) {
                row.add("");
            }
            table.row(row);
        }
        for (Survey.Absent node : survey.absent()) {
            table.row(
                    List.of(node.id(), node.address(), "", "UNREACHABLE", "", "", "", "", "", "", "", node.problem()));
        }
        table.printTo(ns.out());
    }

    private static void write(JsonGenerator json, Survey survey) throws IOException {
        json.writeStartArray();
        for (Survey.Present node : survey.present()) {
            NodeStatus status = node.status();
            json.writeStartObject();
            json.writeStringField("node", node.id());
            json.writeStringField("address", node.address().toString());
            json.writeBooleanField("reachable", true);
            json.writeStringField("clusterId", status.getClusterId());
            json.writeNumberField("processId", status.getProcessId());
            json.writeStringField("version", status.getVersion());
            json.writeStringField("role", status.getRole());
            json.writeNumberField("term", status.getTerm());
            if (status.getLeaderId().isEmpty()) {
                json.writeNullField("leader");
            } else {
                json.writeStringField("leader", status.getLeaderId());
            }
            json.writeNumberField("appliedIndex", status.getAppliedIndex());
            json.writeStringField("digest", status.getDigest());
            json.writeNumberField("leaderAgeMillis", status.getLeaderAgeMillis());
            json.writeNumberField("brokers", status.getBrokers());
            json.writeNumberField("topics", status.getTopics());
            json.writeEndObject();
        }
        for (Survey.Absent node : survey.absent()) {
            json.writeStartObject();
            if (node.id().isEmpty()) {
                json.writeNullField("node");
            } else {
                json.writeStringField("node", node.id());
            }
            json.writeStringField("address", node.address());
            json.writeBooleanField("reachable", false);
            json.writeStringField("problem", node.problem());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
