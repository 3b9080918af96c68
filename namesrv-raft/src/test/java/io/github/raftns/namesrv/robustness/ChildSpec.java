package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to run as a child.
 *
 * @param name what failure messages call it
 * @param words the command line
 * @param directory where it runs
 * @param environment what it gets beside our own environment
 * @param log the file that gets its output, both streams unless they are kept apart
 * @param errors the file that gets its standard error alone, if the two streams are to be kept apart
 * @param lifetimeMax after which it is killed whatever it does
 */
record ChildSpec(
        String name,
        List<String> words,
        Path directory,
        Map<String, String> environment,
        Path log,
        Optional<Path> errors,
        Duration lifetimeMax) {
    ChildSpec {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }
}
