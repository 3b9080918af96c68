package io.github.raftns.client.cli;

import io.github.raftns.rpc.wire.DigestReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The digests of all reachable nodes at one index. Nodes apply at their own pace and keep only the latest digests, so the index
 * may have to be looked for: it starts at the lowest applied one, and history is allowed to move on in between.
 *
 * @param digests by node; nodes in the survey's order
 */
record CommonDigest(Survey survey, long index, Map<Survey.Present, String> digests) {
    private static final int ATTEMPTS = 10;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);

    /** @throws CliFailure when no node can be asked, or no index is known to all that can */
    static CommonDigest find(Nodes nodes, NsMain ns) throws CliFailure {
        String problem = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (attempt > 0) {
                nodes.pause(BETWEEN_ATTEMPTS);
            }
            Survey survey = Survey.take(nodes, ns.addresses());
            if (survey.present().isEmpty()) {
                throw new CliFailure("no node answers: "
                        + survey.absent().stream()
                                .map(node -> node.address() + ": " + node.problem())
                                .collect(Collectors.joining("; ")));
            }
            Replies first = ask(nodes, survey, applied(survey).min().orElseThrow());
            if (first.complete()) {
                return first.digests();
            }
            // the lowest applied entry may not be one that changes state; the newest known to the one furthest behind
            // is
            Optional<Long> newest = first.newestOfAll();
            if (newest.isPresent() && newest.get() != first.index()) {
                Replies second = ask(nodes, survey, newest.get());
                if (second.complete()) {
                    return second.digests();
                }
            }
            if (applied(survey).distinct().count() == 1) {
                return atApplied(survey);
            }
            problem = first.problem();
        }
        throw new CliFailure("no index is known to all nodes: " + problem);
    }

    private static LongStream applied(Survey survey) {
        return survey.present().stream().mapToLong(node -> node.status().getAppliedIndex());
    }

    /** All stand at one index and have said their digest there already. */
    private static CommonDigest atApplied(Survey survey) {
        Map<Survey.Present, String> digests = new LinkedHashMap<>();
        survey.present().forEach(node -> digests.put(node, node.status().getDigest()));
        return new CommonDigest(survey, applied(survey).findFirst().orElseThrow(), digests);
    }

    private static Replies ask(Nodes nodes, Survey survey, long index) {
        return new Replies(survey, index, nodes.askAll(survey.addresses(), node -> node.digestAt(index)));
    }

    /** @param answers in the order of the survey's nodes */
    private record Replies(Survey survey, long index, List<Answer<DigestReply>> answers) {
        boolean complete() {
            return answers.stream()
                    .allMatch(answer -> answer.given() && answer.value().getKnown());
        }

        Optional<Long> newestOfAll() {
            if (!answers.stream().allMatch(Answer::given)) {
                return Optional.empty();
            }
            long newest = answers.stream()
                    .mapToLong(answer -> answer.value().getNewestIndex())
                    .min()
                    .orElseThrow();
            long oldest = answers.stream()
                    .mapToLong(answer -> answer.value().getOldestIndex())
                    .max()
                    .orElseThrow();
            return newest >= oldest && newest > 0 ? Optional.of(newest) : Optional.empty();
        }

        CommonDigest digests() {
            Map<Survey.Present, String> digests = new LinkedHashMap<>();
            for (int i = 0; i < answers.size(); i++) {
                digests.put(survey.present().get(i), answers.get(i).value().getDigest());
            }
            return new CommonDigest(survey, index, digests);
        }

        String problem() {
            List<String> known = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                Answer<DigestReply> answer = answers.get(i);
                String says = answer.given()
                        ? "keeps digests of " + answer.value().getOldestIndex() + " to "
                                + answer.value().getNewestIndex()
                        : answer.problem();
                known.add(survey.present().get(i).name() + ": " + says);
            }
            return String.join("; ", known);
        }
    }
}
