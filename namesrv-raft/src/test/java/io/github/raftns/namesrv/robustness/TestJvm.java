package io.github.raftns.namesrv.robustness;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the lab knows of the JVM that runs the tests; the only reader of system properties here. */
final class TestJvm {
    private TestJvm() {}

    /** The module's build directory: what is kept in it outlives a run and ends with {@code mvn clean}. */
    static Path buildDirectory() {
        return Path.of(System.getProperty("basedir", ""), "target").toAbsolutePath();
    }

    /** Shared with everything else on this machine. */
    static Path temporaryDirectory() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    static String java() {
        return javaHome().resolve("bin").resolve("java").toString();
    }

    /** Our own classes and libraries, as the tests see them. */
    static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** The flags a node's JVM needs: the build gives them to the tests as well, so they stand in one place. */
    static List<String> nodeFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-Dcom.google.protobuf."))
                .toList();
    }

    /** The Maven that runs this build, else the one on the PATH. */
    static String maven() {
        String home = System.getProperty("maven.home");
        if (home != null) {
            Path script = Path.of(home, "bin", "mvn");
            if (Files.isExecutable(script)) {
                return script.toString();
            }
        }
        return "mvn";
    }

    /** How many rounds of the long scenarios are asked for. */
    static int rounds() {
        int rounds = Integer.getInteger("raftns.rounds", 1);
        if (rounds < 1) {
            throw new IllegalArgumentException("raftns.rounds=" + rounds + " is no number of rounds");
        }
        return rounds;
    }

    /** A local repository named on the command line of the build; Maven hands it on as a system property. */
    static Optional<String> mavenRepository() {
        return Optional.ofNullable(System.getProperty("maven.repo.local"));
    }
}
