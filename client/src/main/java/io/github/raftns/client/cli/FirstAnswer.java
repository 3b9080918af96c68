package io.github.raftns.client.cli;

import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.model.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Asks one node after another until one answers. */
final class FirstAnswer {
    private FirstAnswer() {}

    /** @throws CliFailure when none answers, with every reason */
    static <T> Answer<T> of(
            NsMain ns, Nodes nodes, List<HostPort> addresses, Function<NodeConnection, CompletableFuture<T>> question)
            throws CliFailure {
        List<Answer<T>> problems = new ArrayList<>();
        for (HostPort address : addresses) {
            Answer<T> answer = nodes.ask(address, question);
            if (answer.given()) {
                problems.forEach(problem -> ns.note(describe(problem) + "; asked " + address + " instead"));
                return answer;
            }
            problems.add(answer);
        }
        throw new CliFailure("no node answers: "
                + problems.stream().map(FirstAnswer::describe).collect(Collectors.joining("; ")));
    }

    private static String describe(Answer<?> answer) {
        return answer.address() + ": " + answer.problem();
    }
}
