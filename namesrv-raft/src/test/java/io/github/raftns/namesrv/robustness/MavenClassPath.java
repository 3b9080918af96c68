package io.github.raftns.namesrv.robustness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The jars a POM asks for, found by Maven once and then kept in the build directory. */
final class MavenClassPath {
    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
    private static final Duration RESOLVE_TIMEOUT = Duration.ofMinutes(5);

    private MavenClassPath() {}

    /**
     * @param name under which it is kept
     * @param pom the text of the POM; another text under the same name is resolved anew
     * @throws IllegalStateException with Maven's output when it fails
     */
    static String of(String name, String pom) throws InterruptedException {
        return BuildCache.alone(directory -> {
            Path pomFile = directory.resolve(name + ".pom.xml");
            Path kept = directory.resolve(name + ".classpath");
            if (Files.exists(kept)
                    && Files.exists(pomFile)
                    && Files.readString(pomFile).equals(pom)) {
                String classPath = Files.readString(kept).trim();
                if (isComplete(classPath)) {
                    return classPath;
                }
            }
            Files.deleteIfExists(kept);
            Files.writeString(pomFile, pom);
            return resolve(name, pomFile, kept);
        });
    }

    /** A repository may have been cleared since. */
    private static boolean isComplete(String classPath) {
        return !classPath.isEmpty()
                && List.of(classPath.split(File.pathSeparator)).stream().allMatch(jar -> Files.exists(Path.of(jar)));
    }

    /** Without the network first: that is quicker and the usual case. */
    private static String resolve(String name, Path pom, Path kept) throws IOException, InterruptedException {
        Path fresh = kept.resolveSibling(name + ".classpath.new");
        ChildExit offline = maven(name, pom, fresh, Optional.of("-o"));
        if (offline.code() != 0) {
            ChildExit online = maven(name, pom, fresh, Optional.empty());
            if (online.code() != 0) {
                throw new IllegalStateException("Maven cannot resolve the class path of " + name + ", exit code "
                        + online.code() + ". Its output:\n" + online.output());
            }
        }
        String classPath = Files.readString(fresh).trim();
        if (!isComplete(classPath)) {
            throw new IllegalStateException("Maven named jars of " + name + " that are not there: " + classPath);
        }
        Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
        return classPath;
    }

    private static ChildExit maven(String name, Path pom, Path classPathFile, Optional<String> offline)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(TestJvm.maven(), "-B", "-ntp"));
        offline.ifPresent(words::add);
        TestJvm.mavenRepository().ifPresent(repository -> words.add("-Dmaven.repo.local=" + repository));
        words.addAll(List.of("-f", pom.toString(), GOAL));
        words.addAll(List.of("-Dmdep.outputFile=" + classPathFile, "-Dmdep.includeScope=runtime"));
        Files.deleteIfExists(classPathFile);
        ChildProcess maven = ChildProcess.start(new ChildSpec(
                "mvn for " + name,
                words,
                pom.getParent(),
                Map.of("JAVA_HOME", TestJvm.javaHome().toString()),
                pom.resolveSibling(name + (offline.isPresent() ? ".offline.log" : ".online.log")),
                Optional.empty(),
                RESOLVE_TIMEOUT));
        int code = maven.awaitExit(RESOLVE_TIMEOUT.plusSeconds(10));
        return new ChildExit(code, String.join("\n", maven.output().lines()));
    }
}
