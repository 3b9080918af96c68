package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.HostPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Where a topic lives. */
@Command(
        name = "route",
        description = {
            "Where a topic lives, as the first reachable node answers it (with --json: its bytes as they came).",
            "Exits with 1 when there is no such topic."
        })
final class RouteCommand implements Callable<Integer> {
    @ParentCommand
    private NsMain ns;

    @Parameters(paramLabel = "TOPIC", description = "The topic's name.")
    private String topic;

    @Option(
            names = "--all",
            description = "Ask every node and say whether all answer the same bytes; exits with 1 when not.")
    private boolean all;

    RouteCommand() {}

    @Override
    public Integer call() throws CliFailure {
        if (topic.isBlank()) {
            throw new CliFailure("the topic's name is blank");
        }
        return all ? askAll() : askOne();
    }

    private int askOne() throws CliFailure {
        Answer<Optional<EncodedBody>> answer;
        try (Nodes nodes = ns.connect()) {
            answer = FirstAnswer.of(ns, nodes, ns.addresses(), node -> node.route(topic));
        }
        EncodedBody body = answer.value()
                .orElseThrow(() -> new CliFailure("no topic '" + topic + "' (asked " + answer.address() + ")"));
        if (ns.json()) {
            ns.out().println(text(body));
        } else {
            print(answer.address(), body);
        }
        return 0;
    }

    private int askAll() throws CliFailure {
        Survey survey;
        List<Answer<Optional<EncodedBody>>> answers;
        try (Nodes nodes = ns.connect()) {
            survey = Survey.take(nodes, ns.addresses());
            answers = nodes.askAll(survey.addresses(), node -> node.route(topic));
        }
        List<String> silent = new ArrayList<>();
        survey.absent().forEach(node -> silent.add(node.name() + ": " + node.problem()));
        Map<Optional<EncodedBody>, List<HostPort>> groups = new LinkedHashMap<>();
        for (Answer<Optional<EncodedBody>> answer : answers) {
            if (answer.given()) {
                groups.computeIfAbsent(answer.value(), body -> new ArrayList<>())
                        .add(answer.address());
            } else {
                silent.add(answer.address() + ": " + answer.problem());
            }
        }
        if (groups.isEmpty()) {
            throw new CliFailure("no node answers: " + String.join("; ", silent));
        }
        if (ns.json()) {
            Json.print(ns.out(), json -> write(json, groups, silent));
        } else {
            print(groups);
        }
        silent.forEach(problem -> ns.note("no answer from " + problem));
        if (groups.size() > 1) {
            ns.note("the nodes answer differently");
        } else if (groups.containsKey(Optional.empty())) {
            ns.note("no topic '" + topic + "'");
        }
        return groups.size() == 1 && silent.isEmpty() && !groups.containsKey(Optional.empty()) ? 0 : 1;
    }

    private void print(Map<Optional<EncodedBody>, List<HostPort>> groups) throws CliFailure {
        PrintWriter out = ns.out();
        for (Map.Entry<Optional<EncodedBody>, List<HostPort>> group : groups.entrySet()) {
            HostPort first = group.getValue().get(0);
            String who = String.join(
                    ", ", group.getValue().stream().map(HostPort::toString).toList());
            if (group.getKey().isEmpty()) {
                out.println("no such topic on " + who);
            } else {
                EncodedBody body = group.getKey().get();
                print(first, body);
                out.println(
                        (groups.size() == 1 ? "identical bytes (" : "these bytes (") + body.length() + ") from " + who);
            }
        }
    }

    private void print(HostPort from, EncodedBody body) throws CliFailure {
        Route route;
        try {
            route = Route.read(body);
        } catch (IOException unreadable) {
            throw new CliFailure(from + ": its answer is not a route: " + unreadable.getMessage());
        }
        Table table = new Table("BROKER", "CLUSTER", "ID", "ADDRESS", "PERM", "READ", "WRITE");
        route.brokers().forEach((name, broker) -> {
            Route.Queues queues = route.queues().get(name);
            broker.addresses()
                    .forEach((id, address) -> table.row(
                            name,
                            broker.cluster(),
                            id,
                            address,
                            queues == null ? "" : queues.permissionText(),
                            queues == null ? "" : queues.read(),
                            queues == null ? "" : queues.write()));
        });
        table.printTo(ns.out());
    }

    private static void write(
            JsonGenerator json, Map<Optional<EncodedBody>, List<HostPort>> groups, List<String> silent)
            throws IOException {
        json.writeStartObject();
        json.writeBooleanField("identical", groups.size() == 1 && silent.isEmpty());
        json.writeArrayFieldStart("answers");
        for (Map.Entry<Optional<EncodedBody>, List<HostPort>> group : groups.entrySet()) {
            json.writeStartObject();
            json.writeArrayFieldStart("addresses");
            for (HostPort address : group.getValue()) {
                json.writeString(address.toString());
            }
            json.writeEndArray();
            json.writeFieldName("route");
            if (group.getKey().isEmpty()) {
                json.writeNull();
            } else {
                json.writeRawValue(text(group.getKey().get()));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("problems");
        for (String problem : silent) {
            json.writeString(problem);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static String text(EncodedBody body) {
        return new String(body.toByteArray(), StandardCharsets.UTF_8);
    }
}
