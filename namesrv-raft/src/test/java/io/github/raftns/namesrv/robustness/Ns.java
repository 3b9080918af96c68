package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Our administration tool in a process of its own. Owned by the test thread. */
final class Ns {
    private static final String MAIN = "io.github.raftns.client.cli.NsMain";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Ns() {}

    /** Whether all nodes of a cluster hold, have on disk and answer from the same state. */
    static ChildExit verifyDeep(Lab lab, RaftnsCluster cluster) throws InterruptedException {
        String addresses =
                cluster.nodes().stream().map(node -> node.address().toString()).collect(Collectors.joining(","));
        Path home = lab.directory("ns");
        JavaProgram program = new JavaProgram(
                TestJvm.classPath(),
                List.of("-Xmx128m", "-Duser.home=" + home),
                MAIN,
                List.of("verify", "--deep", "--address", addresses));
        ChildProcess child = lab.start("ns-verify", home, program, Map.of());
        int code = child.awaitExit(TIMEOUT);
        return new ChildExit(code, String.join("\n", child.output().lines()));
    }
}
