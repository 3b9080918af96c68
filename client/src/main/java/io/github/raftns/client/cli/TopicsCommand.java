package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.model.EncodedBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The names of all topics. */
@Command(name = "topics", description = "The names of all topics, one a line, as the first reachable node knows them.")
final class TopicsCommand implements Callable<Integer> {
    @ParentCommand
    private NsMain ns;

    TopicsCommand() {}

    @Override
    public Integer call() throws CliFailure {
        Answer<EncodedBody> answer;
        try (Nodes nodes = ns.connect()) {
            answer = FirstAnswer.of(ns, nodes, ns.addresses(), NodeConnection::topics);
        }
        if (ns.json()) {
            ns.out().println(new String(answer.value().toByteArray(), StandardCharsets.UTF_8));
            return 0;
        }
        try {
            read(answer.value()).forEach(ns.out()::println);
        } catch (IOException unreadable) {
            throw new CliFailure(answer.address() + ": its answer is not a topic list");
        }
        return 0;
    }

    private static SortedSet<String> read(EncodedBody body) throws IOException {
        SortedSet<String> topics = new TreeSet<>();
        try (JsonParser json = new JsonFactory().createParser(body.toByteArray())) {
            while (json.nextToken() != null) {
                boolean inList = json.getParsingContext().inArray()
                        && "topicList"
                                .equals(json.getParsingContext().getParent().getCurrentName());
                if (inList && json.currentToken() == JsonToken.VALUE_STRING) {
                    topics.add(json.getText());
                }
            }
        }
        return topics;
    }
}
