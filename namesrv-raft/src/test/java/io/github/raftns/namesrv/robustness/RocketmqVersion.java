package io.github.raftns.namesrv.robustness;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The RocketMQ releases that run, unmodified, beside our nodes, each with the class path its own POM asks for. Maven resolves it once
 * and it is kept in the build directory.
 */
enum RocketmqVersion {
    V4_9_7("4.9.7"),
    V5_5_0("5.5.0");

    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
    private static final Duration RESOLVE_TIMEOUT = Duration.ofMinutes(5);

    /** What RocketMQ asks of a JDK as new as ours; the brokers and clients of both versions run with it. */
    private static final List<String> JVM_FLAGS = List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED");

    private final String number;

    RocketmqVersion(String number) {
        this.number = number;
    }

    /** As in the names of its artifacts. */
    String number() {
        return number;
    }

    List<String> jvmFlags() {
        return JVM_FLAGS;
    }

    /**
     * All jars of this version.
     *
     * @throws IllegalStateException with Maven's output when they cannot be had
     */
    String classPath() throws InterruptedException {
        return BuildCache.alone(directory -> {
            Path kept = directory.resolve(number + ".classpath");
            if (Files.exists(kept)) {
                String classPath = Files.readString(kept).trim();
                if (isComplete(classPath)) {
                    return classPath;
                }
            }
            return resolve(directory, kept);
        });
    }

    /** A repository may have been cleared since. */
    private static boolean isComplete(String classPath) {
        return !classPath.isEmpty()
                && List.of(classPath.split(File.pathSeparator)).stream().allMatch(jar -> Files.exists(Path.of(jar)));
    }

    /** Without the network first: that is quicker and the usual case. */
    private String resolve(Path directory, Path kept) throws IOException, InterruptedException {
        Path pom = directory.resolve(number + ".pom.xml");
        String resource = "/rocketmq/" + number + "/pom.xml";
        try (InputStream text = RocketmqVersion.class.getResourceAsStream(resource)) {
            if (text == null) {
                throw new IllegalStateException(resource + " is not on the class path of the tests");
            }
            Files.copy(text, pom, StandardCopyOption.REPLACE_EXISTING);
        }
        Path fresh = directory.resolve(number + ".classpath.new");
        ChildExit offline = maven(directory, pom, fresh, Optional.of("-o"));
        if (offline.code() != 0) {
            ChildExit online = maven(directory, pom, fresh, Optional.empty());
            if (online.code() != 0) {
                throw new IllegalStateException("Maven cannot resolve RocketMQ " + number + ", exit code "
                        + online.code() + ". Its output:\n" + online.output());
            }
        }
        String classPath = Files.readString(fresh).trim();
        if (!isComplete(classPath)) {
            throw new IllegalStateException(
                    "Maven named jars of RocketMQ " + number + " that are not there: " + classPath);
        }
        Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
        return classPath;
    }

    private ChildExit maven(Path directory, Path pom, Path classPathFile, Optional<String> offline)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(TestJvm.maven(), "-B", "-ntp"));
        offline.ifPresent(words::add);
        TestJvm.mavenRepository().ifPresent(repository -> words.add("-Dmaven.repo.local=" + repository));
        words.addAll(List.of("-f", pom.toString(), GOAL));
        words.addAll(List.of("-Dmdep.outputFile=" + classPathFile, "-Dmdep.includeScope=runtime"));
        Files.deleteIfExists(classPathFile);
        ChildProcess maven = ChildProcess.start(new ChildSpec(
                "mvn for RocketMQ " + number,
                words,
                directory,
                Map.of("JAVA_HOME", TestJvm.javaHome().toString()),
                directory.resolve(number + (offline.isPresent() ? ".offline.log" : ".online.log")),
                RESOLVE_TIMEOUT));
        int code = maven.awaitExit(RESOLVE_TIMEOUT.plusSeconds(10));
        return new ChildExit(code, String.join("\n", maven.output().lines()));
    }
}
