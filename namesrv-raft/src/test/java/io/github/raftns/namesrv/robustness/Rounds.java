package io.github.raftns.namesrv.robustness;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** How often what a test does to a cluster is done: once in a build, {@code -Draftns.rounds} times in a proof. */
final class Rounds {
    private Rounds() {}

    /** Every version, in every round. */
    static Stream<Arguments> ofEveryVersion() {
        return IntStream.rangeClosed(1, TestJvm.rounds()).boxed().flatMap(round -> Stream.of(RocketmqVersion.values())
                .map(version -> Arguments.of(version, round)));
    }
}
