package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The RocketMQ releases that run, unmodified, beside our nodes, each with the class path its own POM asks for. */
enum RocketmqVersion {
    V4_9_7("4.9.7"),
    V5_5_0("5.5.0");

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
        String resource = "/rocketmq/" + number + "/pom.xml";
        try (InputStream pom = RocketmqVersion.class.getResourceAsStream(resource)) {
            if (pom == null) {
                throw new IllegalStateException(resource + " is not on the class path of the tests");
            }
            return MavenClassPath.of(number, new String(pom.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
