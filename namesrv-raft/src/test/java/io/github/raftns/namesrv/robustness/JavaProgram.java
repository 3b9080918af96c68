package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A Java main class to run as a child.
 *
 * @param classPath all of it
 * @param flags of the JVM, memory and {@code -D} included
 * @param mainClass fully qualified
 * @param arguments of the main class
 */
record JavaProgram(String classPath, List<String> flags, String mainClass, List<String> arguments) {
    /** Children are many, small and short-lived, on few cores: quick to start counts, peak speed does not. */
    private static final List<String> SMALL = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

    JavaProgram {
        flags = List.copyOf(flags);
        arguments = List.copyOf(arguments);
    }

    /** The command line, with the agent that ends the child when it should end. */
    List<String> words(Path lifeGuardJar, Duration lifetimeMax) {
        List<String> words = new ArrayList<>();
        words.add(TestJvm.java());
        words.add("-javaagent:" + lifeGuardJar + "=" + lifetimeMax.toSeconds());
        words.addAll(SMALL);
        words.addAll(flags);
        words.add("-cp");
        words.add(classPath);
        words.add(mainClass);
        words.addAll(arguments);
        return words;
    }
}
